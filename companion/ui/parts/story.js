const NEAR = 40; // px from the end that still count as reading along
const SPEEDS = [1, 2, 4]; // times the teller's own pace
const SPEED = "story companion: speed of telling"; // this browser's choice among them
const UNTOLD = "story-untold"; // the highlight that hides what is still to be typed

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".part");
  const memo = memory(`${data.key}/${data.tale}`, () => ({ stuck: true, top: 0, told: 0, typing: null }));
  const view = root.view ?? (root.view = scaffold(root));
  const { words, sentences } = data;
  const wasHere = root.memo === memo; // else the page shows this tale anew, and nothing in it is news
  root.memo = view.memo = memo;

  root.style.setProperty("--height", `${data.height}px`);
  root.classList.toggle("whole", data.whole);
  root.classList.toggle("large", data.large);
  view.page.setAttribute("aria-label", words.story);
  view.newest.querySelector("span").textContent = words.newest;
  view.close.setAttribute("aria-label", words.close);
  view.whole.textContent = words.whole;
  const hasBegun = sentences.length > 0;
  if (hasBegun !== (view.empty.childElementCount === 0)) {
    view.empty.replaceChildren(...(hasBegun ? [] : [draw(data.quill), make("span", "", words.empty)]));
  }

  // Only what changed is touched: screen readers then read out just the new sentences.
  const had = view.text.querySelectorAll(".sentence").length;
  const same = countSame(view, sentences, words);
  drop(view, same);
  for (let index = same; index < sentences.length; index++) append(view, sentences[index], index, data, explain);
  view.final.textContent = data.final;
  if (same < had) view.why.hidden = true;

  if (memo.stuck) toEnd(view, memo.told > 0 && sentences.length > memo.told && !calm());
  else if (sentences.length > memo.told) view.newest.hidden = false;
  if (sentences.length > memo.told || !wasHere) {
    const from = wasHere && canType() ? sentences.findIndex((one, index) => index >= memo.told && one.pace > 0) : -1;
    memo.typing = from < 0 ? null : { from, shown: 1 };
  }
  memo.told = sentences.length;
  typeOut(view, sentences, words);
  if (!view.watch) {
    view.watch = new ResizeObserver(() => { if (memo.stuck) toEnd(view, false); });
    view.watch.observe(view.text); // fonts that come late make the page longer
  }
  return () => { view.watch?.disconnect(); view.watch = null; stopTyping(view); };

  function explain(flags) {
    view.reasons.replaceChildren(...flags.map((flag) => {
      const line = make("div", `reason ${flag.category}`);
      const card = make("span", "card");
      card.append(draw(flag.picture), make("b", "", flag.name));
      line.append(card, make("span", "", flag.why));
      return line;
    }));
    view.why.hidden = false;
  }
}

function scaffold(root) {
  const view = {
    frame: make("div", "frame"), page: make("div", "page"), empty: make("p", "empty"), text: make("div", "text"),
    final: make("p", "final"), newest: make("button", "newest"), why: make("div", "why"), reasons: make("div", "reasons"),
    close: make("button", "close", "×"), telling: make("div", "telling"), faster: make("button", "faster"),
    whole: make("button", "whole-at-once"),
  };
  view.page.tabIndex = 0;
  view.page.setAttribute("role", "log");
  view.page.setAttribute("aria-live", "polite");
  view.page.append(view.empty, view.text, view.final);
  view.newest.type = view.close.type = view.faster.type = view.whole.type = "button";
  view.newest.append("↓ ", make("span"));
  view.newest.hidden = view.why.hidden = true;
  view.why.setAttribute("role", "status");
  view.why.append(view.reasons, view.close);
  view.telling.append(view.faster, view.whole);
  view.telling.hidden = true;
  view.frame.append(view.page, view.newest, view.telling, view.why);
  root.append(view.frame);

  view.page.onclick = (event) => { if (!event.target.closest("[role=button]")) tellWhole(view); };
  view.page.onkeydown = (event) => {
    if (event.target !== view.page || !view.memo.typing || !["Enter", " ", "Escape"].includes(event.key)) return;
    event.preventDefault();
    tellWhole(view);
  };
  view.whole.onclick = () => tellWhole(view);
  view.page.onscroll = () => {
    const { memo } = view;
    const top = view.page.scrollTop;
    const atEnd = view.page.scrollHeight - top - view.page.clientHeight < NEAR;
    if (atEnd) memo.stuck = true;
    else if (top < memo.top - 2) memo.stuck = false; // only the reader scrolls up
    memo.top = top;
    if (atEnd) view.newest.hidden = true;
  };
  view.newest.onclick = () => { view.memo.stuck = true; toEnd(view, !calm()); };
  view.close.onclick = () => { view.why.hidden = true; };
  view.frame.onkeydown = (event) => { if (event.key === "Escape") view.why.hidden = true; };
  return view;
}

function toEnd(view, smoothly) {
  view.page.scrollTo({ top: view.page.scrollHeight, behavior: smoothly ? "smooth" : "instant" });
}

function countSame(view, sentences, words) {
  const drawn = [...view.text.querySelectorAll(".sentence")];
  let same = 0;
  while (same < drawn.length && same < sentences.length && drawn[same].print === print(sentences[same], words)) same++;
  return same;
}

function print(sentence, words) {
  return JSON.stringify([{ ...sentence, pace: 0 }, words.flag]); // the pace is for its first appearance
}

function drop(view, kept) {
  [...view.text.querySelectorAll(".sentence")].slice(kept).forEach((sentence) => sentence.remove());
  view.text.querySelectorAll(".paragraph").forEach((part) => { if (!part.querySelector(".sentence")) part.remove(); });
}

function append(view, sentence, index, data, explain) {
  const { words } = data;
  const turn = JSON.stringify(sentence.paragraph);
  let paragraph = view.text.lastElementChild;
  if (paragraph?.turn !== turn) {
    paragraph = make("div", index === 0 ? "paragraph first" : "paragraph");
    paragraph.turn = turn;
    paragraph.style.setProperty("--player", sentence.colour);
    paragraph.append(make("div", "player", sentence.player), make("p", "prose"));
    view.text.append(paragraph);
  }
  const span = make("span", "sentence");
  span.print = print(sentence, words);
  for (const piece of sentence.pieces) {
    if (!piece.flags.length) { span.append(piece.text); continue; }
    const flag = make("span", `flag ${piece.flags[0].category}`, piece.text);
    const cards = piece.flags.map((one) => one.name).join(", ");
    pressable(flag, fill(words.flag, { quote: piece.text, cards }), () => explain(piece.flags));
    span.append(flag);
  }
  for (const card of sentence.cards) {
    const mark = make("span", `mark ${card.category}`);
    mark.title = card.name;
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", card.name);
    mark.append(draw(card.picture));
    span.append("\u00a0", mark);
  }
  if (sentence.stoodIn) {
    const mark = make("span", "mark stood-in");
    mark.title = words.stood_in;
    mark.append(draw(data.house));
    const why = [{ category: "stood-in", picture: data.house, name: words.stood_in, why: sentence.stoodIn }];
    pressable(mark, words.stood_in, () => explain(why));
    span.append("\u00a0", mark);
  }
  paragraph.lastElementChild.append(span, " ");
}

// Not a <button>: that is one block, and a line could break between it and the comma behind it.
function pressable(element, label, press) {
  element.tabIndex = 0;
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", label);
  element.onclick = press;
  element.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
}

// A new sentence of an AI seat appears as if it were typed. All its text is on the page from the start, at its place:
// a highlight hides what is still to come, so nothing moves, and screen readers read the sentence whole and once.
function typeOut(view, sentences, words) {
  stopTyping(view);
  const { memo } = view;
  const runs = memo.typing ? untyped(view, sentences, memo.typing.from) : [];
  if (!runs.length) { memo.typing = null; return; }
  const last = runs.at(-1);
  const hidden = new Range();
  hidden.setEnd(last.node, last.node.length);
  CSS.highlights.set(UNTOLD, new Highlight(hidden));
  view.telling.hidden = false;
  showSpeed(view, words);
  view.faster.onclick = () => { setSpeed((speed() + 1) % SPEEDS.length); showSpeed(view, words); };

  let at = performance.now();
  const tick = (now) => {
    const { typing } = memo;
    const run = runs.find((one) => one.end > typing.shown);
    if (!run) return void tellWhole(view);
    typing.shown = run.pace ? typing.shown + (Math.max(0, now - at) / 1000) * run.pace * SPEEDS[speed()] : run.end;
    at = now;
    const head = runs.find((one) => one.end > typing.shown);
    if (!head) return void tellWhole(view);
    hidden.setStart(head.node, unbroken(head.node.data, Math.max(0, Math.floor(typing.shown - head.start))));
    for (const { node, end } of runs) node.parentElement.classList.toggle("ahead", end > typing.shown);
    view.next = requestAnimationFrame(tick);
  };
  tick(at);
}

// The texts of the sentences from that one on, with their places (UTF-16 units) in all that is to be typed.
function untyped(view, sentences, from) {
  const runs = [];
  let start = 0;
  [...view.text.querySelectorAll(".sentence")].slice(from).forEach((sentence, index) => {
    sentence.classList.add("typed");
    const walker = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      runs.push({ node, start, end: start + node.length, pace: sentences[from + index].pace });
      start += node.length;
    }
  });
  return runs;
}

function unbroken(text, cut) {
  const code = text.charCodeAt(cut);
  return code >= 0xdc00 && code <= 0xdfff ? cut - 1 : cut; // never half an emoji
}

function tellWhole(view) {
  if (!view.memo.typing) return;
  view.memo.typing = null;
  stopTyping(view);
}

function stopTyping(view) {
  cancelAnimationFrame(view.next);
  globalThis.CSS?.highlights?.delete(UNTOLD);
  view.text.querySelectorAll(".ahead").forEach((one) => one.classList.remove("ahead"));
  if (view.telling.contains(view.telling.getRootNode().activeElement)) view.page.focus({ preventScroll: true });
  view.telling.hidden = true;
}

function canType() {
  return !calm() && Boolean(globalThis.CSS?.highlights);
}

function speed() {
  try {
    return Number(localStorage.getItem(SPEED)) % SPEEDS.length || 0;
  } catch {
    return 0; // a browser that keeps nothing
  }
}

function setSpeed(index) {
  try {
    localStorage.setItem(SPEED, String(index));
  } catch { /* it holds for this browser only where it may be kept */ }
}

function showSpeed(view, words) {
  const next = SPEEDS[(speed() + 1) % SPEEDS.length];
  view.faster.textContent = next > 1 ? fill(words.faster, { times: next }) : words.usual;
}
