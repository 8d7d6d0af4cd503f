const STEP_AGAIN = 6000; // ms after which a machine that has not moved is asked once more
const SHOWN_BACKS = 8;

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".part");
  const memo = memory(data.key, () => ({ pending: null, read: null, version: -1, step: null, spots: {} }));
  if (memo.pending && (data.answered?.id === memo.pending.id || memo.version !== data.version)) memo.pending = null;
  const { words, desk } = data;
  const view = root.view ?? (root.view = scaffold(root, data.boards.length));
  const before = memo.version !== data.version && memo.version >= 0 && !calm() ? spots(view) : null;
  const was = view.shown;

  root.classList.toggle("large", data.large);
  data.boards.forEach((board, index) => drawBoard(view.boards[index], board));
  drawDesk();
  view.shown = data;
  if (before && was) move(view, was, data, before);
  memo.version = data.version;
  tell(memo.read);
  lock();
  pace();
  return () => { stopWaiting(view); clearTimeout(view.step); };

  function drawBoard(parts, board) {
    parts.section.setAttribute("aria-label", `${board.title}. ${board.count}`);
    parts.section.classList.toggle("marked", board.marked);
    parts.section.style.setProperty("--chip", board.chips);
    parts.title.textContent = board.title;
    parts.count.textContent = board.count;
    parts.lifted.hidden = !board.lifted;
    parts.list.lang = data.language;
    drawHeld(parts.held, board);
    board.cells.forEach((cell, index) => drawCell(parts.cells[index], cell, index, board));
    roam(parts.list, ".cell");
  }

  function drawCell(button, cell, index, board) {
    const title = data.titles[index];
    const may = cell.chip || cell.card;
    button.className = ["cell", cell.state, may ? "may" : "", cell.chip ? "places" : ""].filter(Boolean).join(" ");
    button.querySelector(".title").textContent = title;
    const state = { chip: words.chip, laid: words.laid, free: words.free }[cell.state];
    button.setAttribute("aria-label", [`${index + 1}. ${title}`, state, may && words.may].filter(Boolean).join(". "));
    button.onclick = () => {
      if (cell.chip) send({ do: "cell", cell: index + 1 });
      else if (cell.card) send({ do: "card", card: cell.card });
      else read({ board: board.seat, index });
    };
  }

  function drawHeld(held, board) {
    held.hidden = !board.held_text;
    const backs = Math.max(0, Math.min(board.held - board.known.length, SHOWN_BACKS));
    const cards = [...board.known.map((id) => mini(data.cards[id])), ...Array.from({ length: backs }, () => make("span", "mini back"))];
    const fan = make("span", "fan");
    fan.append(...cards);
    held.replaceChildren(fan, make("span", "held-text", board.held_text));
  }

  function drawDesk() {
    view.desk.hidden = !desk && !data.pile && !data.discard.length;
    view.pile.classList.toggle("gone", data.pile === 0);
    view.pileText.textContent = words.pile;
    button(view.pile, desk?.pile, "draw", desk?.pile.label ?? words.pile);
    view.pile.setAttribute("aria-label", [desk?.pile.label, view.pileText.textContent, desk?.pile.note].filter(Boolean).join(". "));
    view.pileLabel.textContent = desk?.pile.label ?? "";
    const top = data.discard.at(-1);
    view.discard.replaceChildren(top ? mini(data.cards[top]) : make("span", "mini none"), make("span", "small", words.discard));
    view.deeds.hidden = !desk;
    view.handBox.hidden = !desk;
    if (!desk) return;
    button(view.skip, desk.skip, "skip", desk.skip.label);
    button(view.end, desk.end, "end", desk.end.label);
    view.skip.textContent = desk.skip.label;
    view.end.textContent = desk.end.label;
    root.classList.toggle("takes-now", desk.take.length > 0);
    view.takeTitle.textContent = desk.take.length ? words.take : "";
    placeCards(view.take, desk.take, "take");
    view.hand.setAttribute("aria-label", words.hand);
    placeCards(view.hand, desk.hand, "card");
    view.empty.textContent = desk.hand.length ? "" : words.empty;
  }

  function button(element, one, deed, label) {
    element.setAttribute("aria-disabled", String(!one?.may));
    element.setAttribute("aria-label", [label, one?.note].filter(Boolean).join(". "));
    element.classList.toggle("may", Boolean(one?.may));
    element.title = one?.note ?? "";
    element.onclick = () => {
      if (one?.may) send({ do: deed });
      else if (one) read({ note: one.note });
    };
  }

  // Cards that stay keep their elements, so that focus and scroll stay too.
  function placeCards(list, cards, deed) {
    const old = new Map([...list.children].map((item) => [item.dataset.id, item]));
    cards.forEach((card, index) => {
      let item = old.get(card.id);
      old.delete(card.id);
      if (!item) {
        item = make("li", "slot");
        item.dataset.id = card.id;
        item.append(make("button"));
        item.firstChild.type = "button";
      }
      const face = item.firstChild;
      face.className = ["card", card.gives ? "gives" : "writes", card.ready ? "may" : ""].join(" ");
      face.replaceChildren(make("span", "number", card.number), make("span", nameClass(card.title, 11), card.title));
      face.lang = card.gives ? "" : data.language;
      face.setAttribute("aria-label", [card.gives ? "" : card.number, card.title, card.ready && words.may, card.note].filter(Boolean).join(". "));
      face.setAttribute("aria-disabled", String(!card.ready));
      face.title = card.note;
      face.onclick = () => (card.ready ? send({ do: deed, card: card.id }) : read({ card: card.id }));
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
    });
    const lost = [...old.values()].some((item) => item.contains(parentElement.activeElement));
    old.forEach((item) => item.remove());
    roam(list, ".card");
    if (lost) list.querySelector(".card[tabindex='0']")?.focus(); // the played card had it
  }

  // One stop for the Tab key in each list; arrows lead on.
  function roam(list, what) {
    const stops = [...list.querySelectorAll(what)];
    const current = stops.find((one) => one === list.current) ?? stops.find((one) => one.classList.contains("may")) ?? stops[0];
    stops.forEach((one) => {
      one.tabIndex = one === current ? 0 : -1;
      one.onfocus = () => { list.current = one; stops.forEach((other) => (other.tabIndex = other === one ? 0 : -1)); };
    });
    list.onkeydown = (event) => {
      const here = stops.indexOf(list.current ?? current);
      const there = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: stops.length - 1 }[event.key];
      if (there === undefined || !stops.length) return;
      event.preventDefault();
      stops[Math.min(Math.max(there, 0), stops.length - 1)].focus();
    };
  }

  function send(deed) {
    if (memo.pending) return;
    const message = { ...deed, id: newId(), version: data.version };
    memo.pending = { id: message.id, message, at: Date.now() };
    memo.read = null;
    lock();
    out(memo.pending);
  }

  function out({ message }) {
    setTriggerValue("played", message);
  }

  function lock() {
    awaitAnswer(view, memo, out, () => { memo.pending = null; lock(); });
    root.setAttribute("aria-busy", String(Boolean(memo.pending)));
    view.status.textContent = memo.pending ? words.sending : "";
  }

  // A machine acts one deed at a time, so that one can follow.
  function pace() {
    clearTimeout(view.step);
    if (data.stepAfter === null || memo.pending) return;
    if (memo.step?.version !== data.version) memo.step = { version: data.version, at: Date.now() + data.stepAfter * 1000 };
    view.step = setTimeout(ask, Math.max(memo.step.at - Date.now(), 0));
    function ask() {
      memo.step.at = Date.now() + STEP_AGAIN;
      setTriggerValue("played", { do: "step", id: newId(), version: data.version });
      view.step = setTimeout(ask, STEP_AGAIN);
    }
  }

  // A second tap on the same closes it.
  function read(what) {
    memo.read = JSON.stringify(memo.read) === JSON.stringify(what) ? null : what;
    tell(memo.read);
  }

  // Above the hand: a written chapter, or what there is to say of what was tapped.
  function tell(what) {
    view.hint.textContent = words.hint;
    view.reading.replaceChildren();
    const card = what?.card && [...(desk?.hand ?? []), ...(desk?.take ?? [])].find((one) => one.id === what.card);
    const cell = what?.index !== undefined && data.boards.find((one) => one.seat === what.board)?.cells[what.index];
    if (cell) {
      const title = make("strong", "", `${what.index + 1}. ${data.titles[what.index]}`);
      title.lang = data.language;
      const said = make("span", cell.telling ? "telling" : "", cell.telling || fill(cell.state === "chip" ? words.waits : words.unwritten, { number: what.index + 1 }));
      if (cell.telling) said.lang = data.language;
      view.reading.append(title, " ", said);
    } else if (card) {
      view.reading.append(make("strong", "", card.gives ? card.title : `${card.number}. ${card.title}`), " ", make("span", "", card.note));
    } else if (what?.note) view.reading.append(what.note);
  }
}

function scaffold(root, boards) {
  const view = {
    books: make("div", "books"), hint: make("p", "hint"), reading: make("p", "reading"), desk: make("div", "desk"), deeds: make("div", "deeds"),
    pile: press("pile"), pileText: make("span", "small"), pileLabel: make("span", "call"), discard: make("div", "discard"),
    skip: press("deed"), end: press("deed"), handBox: make("div", "hands"), takeTitle: make("p", "taking"), take: make("ul", "cards takes"),
    hand: make("ul", "cards"), empty: make("p", "empty"), status: make("p", "unseen"),
  };
  view.boards = Array.from({ length: boards }, openBook);
  view.books.append(...view.boards.map((one) => one.section));
  view.pile.append(make("span", "stack"), view.pileLabel, view.pileText);
  view.deeds.append(view.skip, view.end);
  view.desk.append(view.pile, view.discard, view.deeds);
  view.handBox.append(view.takeTitle, view.take, view.empty, view.hand);
  view.reading.setAttribute("aria-live", "polite");
  view.status.setAttribute("role", "status");
  const below = make("div", "below");
  below.append(view.reading, view.desk, view.handBox);
  root.append(view.books, view.hint, below, view.status);
  return view;
}

function openBook() {
  const parts = {
    section: make("section", "book"), title: make("h4", "owner"), count: make("span", "count"), held: make("span", "held"),
    lifted: make("span", "chip lifted"), list: make("ol", "pages"), cells: [],
  };
  const head = make("header", "head");
  head.append(parts.title, parts.count, parts.lifted, parts.held);
  for (let number = 1; number <= 19; number++) {
    const cell = press("cell");
    cell.append(make("span", "number", number), make("span", "title"), make("span", "mark"));
    const item = make("li");
    item.append(cell);
    parts.cells.push(cell);
    parts.list.append(item);
  }
  parts.section.append(head, parts.list);
  return parts;
}

function press(className) {
  const button = make("button", className);
  button.type = "button";
  return button;
}

function mini(card) {
  const face = make("span", `mini ${card.gives ? "gives" : "writes"}`, card.gives ? `−${card.number}` : card.number);
  face.title = card.gives ? card.title : `${card.number}. ${card.title}`;
  face.dataset.id = card.id;
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", face.title);
  return face;
}

// Where everything lay before this draw.
function spots(view) {
  const at = (element) => element.getBoundingClientRect();
  return {
    pile: at(view.pile), discard: at(view.discard), held: view.boards.map((one) => at(one.held)),
    cards: new Map([...view.hand.children, ...view.take.children].map((item) => [item.dataset.id, at(item)])),
    cells: view.boards.map((one) => one.cells.map(at)), lifted: view.boards.map((one) => at(one.lifted)),
  };
}

// What has come somewhere since flies there from where it was.
function move(view, was, now, before) {
  const held = (data) => new Set((data.desk?.hand ?? []).map((card) => card.id));
  const [had, have] = [held(was), held(now)];
  const rival = before.held.find((spot) => spot.width > 0);
  const fromRival = now.pile === was.pile;
  for (const item of view.hand.children) {
    const id = item.dataset.id;
    if (!had.has(id) && was.desk) fly(item, before.cards.get(id) ?? (fromRival && rival ? rival : before.pile));
  }
  now.boards.forEach((board, index) => {
    const old = was.boards[index];
    if (!old || old.seat !== board.seat) return;
    let left = board.cells.findIndex((cell, at) => old.cells[at].state === "chip" && cell.state === "free");
    board.cells.forEach((cell, at) => {
      if (cell.state === old.cells[at].state) return;
      const place = view.boards[index].cells[at];
      if (cell.state === "laid") {
        const own = [...had].find((id) => !have.has(id));
        fly(place.querySelector(".title"), (own && before.cards.get(own)) || before.held[index]);
        fly(view.boards[index].lifted, before.cells[index][at]);
      } else if (cell.state === "chip") {
        fly(place.querySelector(".mark"), old.lifted ? before.lifted[index] : left >= 0 ? before.cells[index][left] : null);
      }
    });
    const minis = [...view.boards[index].held.querySelectorAll(".mini")];
    const lost = minis.filter((one) => before.cards.has(one.dataset.id) && !old.known.includes(one.dataset.id));
    lost.forEach((one) => fly(one, before.cards.get(one.dataset.id)));
    const drawn = board.held - old.held - lost.length;
    if (drawn > 0 && now.pile < was.pile) minis.filter((one) => !one.dataset.id).slice(-drawn).forEach((back) => fly(back, before.pile));
  });
  if (now.discard.length > was.discard.length) {
    const top = now.discard.at(-1);
    fly(view.discard.firstChild, before.cards.get(top) ?? rival);
  }
}

function fly(element, from) {
  if (!from || !from.width) return;
  const to = element.getBoundingClientRect();
  if (!to.width) return;
  const shift = `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y + from.height / 2 - to.y - to.height / 2}px)`;
  element.animate([{ transform: `${shift} scale(.9)`, zIndex: 5, opacity: 0.75 }, { transform: "none", zIndex: 5, opacity: 1 }],
    { duration: 520, easing: "cubic-bezier(.25,.8,.3,1)" });
}
