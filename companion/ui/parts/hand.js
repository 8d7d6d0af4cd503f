const LONG_PRESS = 450;

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".part");
  const memo = memory(data.key, () => ({ pending: null, current: null, pinned: null }));
  if (memo.pending && data.answered?.id === memo.pending.id) memo.pending = null;

  const view = root.view ?? (root.view = scaffold(root));
  const shown = [...data.cards, ...data.endings.map((ending) => ({ ...ending, ending: true }))];
  const idOf = (card) => (card.ending ? `ending:${card.id}` : card.id);
  const { words } = data;

  view.list.setAttribute("aria-label", words.hand);
  view.empty.textContent = shown.some((card) => !card.ending) ? "" : words.empty;
  if (!shown.some((card) => idOf(card) === memo.current)) memo.current = shown.length ? idOf(shown[0]) : null;
  if (!shown.some((card) => idOf(card) === memo.pinned)) memo.pinned = null;
  placeCards();
  lock();
  tell(memo.pinned);
  return () => stopWaiting(view);

  // Cards that stay keep their elements, so that focus and scroll stay too.
  function placeCards() {
    const old = new Map([...view.list.children].map((item) => [item.dataset.id, item]));
    const isFirst = old.size === 0;
    shown.forEach((card, index) => {
      const id = idOf(card);
      const print = JSON.stringify([card, words]);
      let item = old.get(id);
      old.delete(id);
      if (!item) {
        item = make("li");
        item.dataset.id = id;
        item.classList.add("dealt");
        item.style.setProperty("--turn", isFirst ? index : 0);
      }
      if (item.print !== print) {
        const hadFocus = item.contains(parentElement.activeElement);
        item.print = print;
        item.replaceChildren(...(card.ending ? endingCard(card, data) : storyCard(card, data)));
        if (hadFocus) item.querySelector(".face").focus();
      }
      const state = card.state === "blocked" && !card.note ? "resting" : card.state;
      item.className = ["card", card.ending ? "ending" : card.category, state, item.matches(".dealt") ? "dealt" : ""].join(" ");
      if (view.list.children[index] !== item) view.list.insertBefore(item, view.list.children[index] ?? null);
      wire(item, card, id);
    });
    old.forEach((item) => item.remove());
    roam();
  }

  function wire(item, card, id) {
    const face = item.querySelector(".face");
    let press = 0;
    let wasLong = false;
    face.onclick = () => {
      if (wasLong) return void (wasLong = false);
      play(card, id);
    };
    face.onpointerdown = (event) => {
      wasLong = false;
      if (event.pointerType !== "mouse") press = setTimeout(() => { wasLong = true; pin(id); }, LONG_PRESS);
    };
    face.onpointerup = face.onpointercancel = face.onpointerleave = () => clearTimeout(press);
    face.oncontextmenu = (event) => { if (wasLong) event.preventDefault(); };
    face.onfocus = () => { memo.current = id; roam(); tell(id); };
    face.onblur = () => tell(memo.pinned);
    item.onpointerenter = (event) => { if (event.pointerType === "mouse") tell(id); };
    item.onpointerleave = (event) => { if (event.pointerType === "mouse") tell(memo.pinned); };
    item.onkeydown = move;
    const info = item.querySelector(".info");
    info.onclick = () => pin(memo.pinned === id ? null : id);
    info.setAttribute("aria-expanded", String(memo.pinned === id));
  }

  // One stop for the Tab key: the current card and its info button; arrows lead to the others.
  function roam() {
    for (const item of view.list.children) {
      const stop = item.dataset.id === memo.current ? 0 : -1;
      item.querySelector(".face").tabIndex = stop;
      item.querySelector(".info").tabIndex = stop;
    }
  }

  function move(event) {
    const items = [...view.list.children];
    const here = items.findIndex((item) => item.dataset.id === memo.current);
    const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: items.length - 1 }[event.key];
    if (there === undefined) return;
    event.preventDefault();
    items[Math.min(Math.max(there, 0), items.length - 1)].querySelector(".face").focus();
  }

  function play(card, id) {
    memo.current = id;
    if (memo.pending) return;
    if (card.state === "blocked") {
      pin(id);
      if (card.note && !calm()) view.list.querySelector(`[data-id="${CSS.escape(id)}"]`).animate(
        [{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }], { duration: 220 });
      return;
    }
    const message = { card: card.id, ending: Boolean(card.ending), id: newId() };
    memo.pending = { id: message.id, card: id, message, at: Date.now() };
    lock();
    send(memo.pending);
  }

  function send({ message }) {
    setTriggerValue("played", message);
  }

  function lock() {
    awaitAnswer(view, memo, send, () => {
      memo.pending = null;
      lock();
    });
    view.list.setAttribute("aria-busy", String(Boolean(memo.pending)));
    view.status.textContent = memo.pending ? words.sending : "";
    for (const item of view.list.children) item.classList.toggle("sending", item.dataset.id === memo.pending?.card);
  }

  function pin(id) {
    memo.pinned = id;
    for (const item of view.list.children) {
      item.querySelector(".info").setAttribute("aria-expanded", String(item.dataset.id === id));
    }
    tell(id);
  }

  // The line below the cards: about the card that is looked at.
  function tell(id) {
    const card = shown.find((one) => idOf(one) === id);
    view.about.replaceChildren();
    if (!card) return void view.about.append(make("span", "hint", shown.length ? words.hint : ""));
    view.about.append(make("strong", "", card.ending ? words.ending : card.name), " ");
    if (!card.ending) {
      view.about.append(make("span", `kind ${card.category}`, card.categoryName), " ");
      if (card.interrupt) {
        const mark = make("span", "kind mark");
        mark.append(draw(data.bolt), words.interrupt);
        view.about.append(mark, " ");
      }
      view.about.append(make("span", "kind", card.level), " ");
    }
    view.about.append(make("span", "", card.ending ? card.text : card.gloss));
    if (card.note) view.about.append(" ", make("em", "", card.note));
  }
}

function scaffold(root) {
  const view = {
    list: make("ul", "cards"),
    empty: make("p", "empty"),
    about: make("p", "about"),
    status: make("p", "unseen"),
  };
  view.status.setAttribute("role", "status");
  root.append(view.empty, view.list, view.about, view.status);
  return view;
}

function storyCard(card, { words, bolt }) {
  const face = make("button", "face");
  face.type = "button";
  const symbol = make("span", "symbol");
  symbol.append(draw(card.symbol));
  const picture = make("span", "picture");
  picture.append(draw(card.picture));
  face.append(symbol, picture, make("span", nameClass(card.name, 11), card.name));
  if (card.interrupt) {
    const mark = make("span", "bookmark");
    mark.title = words.interrupt;
    mark.append(draw(bolt));
    face.append(mark);
  }
  face.append(card.note ? make("span", "note", card.note) : make("span", "kindline", `${card.categoryName} · ${card.level}`));
  label(face, card, [card.name, card.categoryName, card.interrupt && words.interrupt, card.state === "ready" && words.ready, card.note, card.gloss]);
  return [face, infoButton(fill(words.about, { card: card.name }))];
}

function endingCard(card, { words }) {
  const face = make("button", "face");
  face.type = "button";
  const title = make("span", "title");
  title.append(draw(card.picture), words.ending);
  face.append(title, make("span", "text", card.text));
  if (card.note) face.append(make("span", "note", card.note));
  label(face, card, [words.ending, card.text, card.state === "ready" && words.ready, card.note]);
  return [face, infoButton(fill(words.about, { card: words.ending }))];
}

function label(face, card, parts) {
  face.setAttribute("aria-label", parts.filter(Boolean).join(". "));
  face.setAttribute("aria-disabled", String(card.state === "blocked"));
}

function infoButton(name) {
  const button = make("button", "info", "i");
  button.type = "button";
  button.setAttribute("aria-label", name);
  return button;
}
