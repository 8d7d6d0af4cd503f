export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".part");
  const memo = memory(data.key, () => ({ open: new Set() }));
  const list = root.querySelector("ul") ?? root.appendChild(make("ul", "gallery"));
  list.setAttribute("aria-label", data.words.cards);
  const known = new Map([...list.children].map((item) => [item.dataset.id, item]));
  const print = JSON.stringify(data.words) + data.cards[0]?.faces[0].language;
  const items = data.cards.map((card) => {
    const kept = known.get(card.id);
    return kept && kept.print === print ? kept : entry(card, data, memo, print);
  });
  list.replaceChildren(...items);
}

function entry(card, { words, bolt }, memo, print) {
  const item = make("li", `entry ${card.category}`);
  item.dataset.id = card.id;
  item.print = print;

  const tile = make("div", "tile");
  const symbol = make("span", "symbol");
  symbol.title = card.categoryName;
  symbol.append(draw(card.symbol));
  const picture = make("span", "picture");
  picture.append(draw(card.picture));
  tile.append(symbol, picture);
  if (card.interrupt) {
    const mark = make("span", "bookmark");
    mark.title = words.interrupt;
    mark.append(draw(bolt), make("span", "unseen", words.interrupt));
    tile.append(mark);
  }

  const texts = make("div", "texts");
  texts.append(make("span", "unseen", card.categoryName));
  for (const face of card.faces) texts.append(faceOf(face));

  const more = make("div", "more");
  more.id = `more-${card.id}`;
  for (const face of card.faces) {
    if (!face.other) continue;
    const line = make("p", "others");
    line.lang = face.language;
    line.append(make("strong", "", `${words.other} (${face.language}): `), face.other);
    more.append(line);
  }
  if (card.reading) {
    const line = make("p", "reading");
    line.append(make("strong", "", `${words.reading}: `), card.reading);
    more.append(line);
  }

  const button = make("button", "unfold");
  button.type = "button";
  button.setAttribute("aria-controls", more.id);
  button.setAttribute("aria-label", fill(words.more, { name: card.faces[0].name }));
  const show = () => {
    const open = memo.open.has(card.id);
    more.hidden = !open;
    item.classList.toggle("open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  button.onclick = () => {
    if (!memo.open.delete(card.id)) memo.open.add(card.id);
    show();
  };
  show();
  item.append(tile, texts);
  if (more.children.length) item.append(button, more);
  return item;
}

function faceOf(face) {
  const block = make("div", "face");
  block.lang = face.language;
  const head = make("p", "head");
  head.append(make("span", "name", face.name), make("span", "level", face.level));
  block.append(head, make("p", "gloss", face.gloss));
  return block;
}
