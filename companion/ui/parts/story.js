const NEAR = 40; // px from the end that still count as reading along

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".part");
  const memo = memory(data.key, () => ({ stuck: true, top: 0, told: 0 }));
  const view = root.view ?? (root.view = scaffold(root, memo));
  const { words, sentences } = data;

  root.style.setProperty("--height", `${data.height}px`);
  root.classList.toggle("whole", data.whole);
  view.page.setAttribute("aria-label", words.story);
  view.newest.querySelector("span").textContent = words.newest;
  view.close.setAttribute("aria-label", words.close);
  const hasBegun = sentences.length > 0;
  if (hasBegun !== (view.empty.childElementCount === 0)) {
    view.empty.replaceChildren(...(hasBegun ? [] : [draw(data.quill), make("span", "", words.empty)]));
  }

  // Only what changed is touched: screen readers then read out just the new sentences.
  const had = view.text.querySelectorAll(".sentence").length;
  const same = countSame(view, sentences, words);
  drop(view, same);
  for (let index = same; index < sentences.length; index++) append(view, sentences[index], index, words, explain);
  view.final.textContent = data.final;
  if (same < had) view.why.hidden = true;

  if (memo.stuck) toEnd(view, memo.told > 0 && sentences.length > memo.told && !calm());
  else if (sentences.length > memo.told) view.newest.hidden = false;
  memo.told = sentences.length;
  if (!view.watch) {
    view.watch = new ResizeObserver(() => { if (memo.stuck) toEnd(view, false); });
    view.watch.observe(view.text); // fonts that come late make the page longer
  }
  return () => { view.watch?.disconnect(); view.watch = null; };

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

function scaffold(root, memo) {
  const view = {
    frame: make("div", "frame"), page: make("div", "page"), empty: make("p", "empty"), text: make("div", "text"),
    final: make("p", "final"), newest: make("button", "newest"), why: make("div", "why"), reasons: make("div", "reasons"),
    close: make("button", "close", "×"),
  };
  view.page.tabIndex = 0;
  view.page.setAttribute("role", "log");
  view.page.setAttribute("aria-live", "polite");
  view.page.append(view.empty, view.text, view.final);
  view.newest.type = view.close.type = "button";
  view.newest.append("↓ ", make("span"));
  view.newest.hidden = view.why.hidden = true;
  view.why.setAttribute("role", "status");
  view.why.append(view.reasons, view.close);
  view.frame.append(view.page, view.newest, view.why);
  root.append(view.frame);

  view.page.onscroll = () => {
    const top = view.page.scrollTop;
    const atEnd = view.page.scrollHeight - top - view.page.clientHeight < NEAR;
    if (atEnd) memo.stuck = true;
    else if (top < memo.top - 2) memo.stuck = false; // only the reader scrolls up
    memo.top = top;
    if (atEnd) view.newest.hidden = true;
  };
  view.newest.onclick = () => { memo.stuck = true; toEnd(view, !calm()); };
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
  return JSON.stringify([sentence, words.flag]);
}

function drop(view, kept) {
  [...view.text.querySelectorAll(".sentence")].slice(kept).forEach((sentence) => sentence.remove());
  view.text.querySelectorAll(".paragraph").forEach((part) => { if (!part.querySelector(".sentence")) part.remove(); });
}

function append(view, sentence, index, words, explain) {
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
    // Not a <button>: that is one block, and a line could break between it and the comma behind it.
    const flag = make("span", `flag ${piece.flags[0].category}`, piece.text);
    flag.tabIndex = 0;
    flag.setAttribute("role", "button");
    const cards = piece.flags.map((one) => one.name).join(", ");
    flag.setAttribute("aria-label", fill(words.flag, { quote: piece.text, cards }));
    flag.onclick = () => explain(piece.flags);
    flag.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      explain(piece.flags);
    };
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
  paragraph.lastElementChild.append(span, " ");
}
