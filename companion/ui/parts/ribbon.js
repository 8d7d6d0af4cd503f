export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".part");
  const memo = memory(data.key, () => ({ open: -1, count: 0 }));
  const { cards, words } = data;
  const list = root.querySelector("ol") ?? root.appendChild(make("ol", "row"));
  list.setAttribute("aria-label", words.ribbon);
  list.tabIndex = -1;
  if (memo.open >= cards.length) memo.open = -1;

  const empty = root.querySelector(".empty") ?? root.appendChild(make("p", "empty"));
  empty.textContent = cards.length ? "" : words.empty;

  cards.forEach((card, index) => {
    const print = JSON.stringify(card);
    let item = list.children[index];
    if (!item) item = list.appendChild(make("li"));
    if (item.print !== print) {
      item.print = print;
      item.className = `laid ${card.category} ${card.how}`;
      item.replaceChildren(tile(card));
    }
    const button = item.firstElementChild;
    button.onclick = () => { memo.open = memo.open === index ? -1 : index; unfold(); };
    button.onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      list.children[index + step]?.firstElementChild.focus();
    };
  });
  while (list.children.length > cards.length) list.lastElementChild.remove();
  unfold();

  if (cards.length > memo.count || memo.count === 0) {
    list.scrollTo({ left: list.scrollWidth, behavior: memo.count && !calm() ? "smooth" : "instant" });
  }
  memo.count = cards.length;

  function unfold() {
    [...list.children].forEach((item, index) => {
      item.classList.toggle("open", index === memo.open);
      item.firstElementChild.setAttribute("aria-expanded", String(index === memo.open));
    });
  }
}

function tile(card) {
  const button = make("button", "tile");
  button.type = "button";
  button.style.setProperty("--player", card.colour);
  button.setAttribute("aria-label", [card.name, card.player, card.howText].join(", "));
  const small = make("span", "small");
  const picture = make("span", "picture");
  picture.append(draw(card.picture));
  small.append(picture, make("span", nameClass(card.name, 9), card.name));
  if (card.mark) {
    const mark = make("span", "how");
    mark.title = card.howText;
    mark.append(draw(card.mark));
    small.append(mark);
  }
  const more = make("span", "more");
  more.append(make("strong", "", card.player), make("span", "", card.howText));
  if (card.note) more.append(make("em", "", card.note));
  button.append(small, more);
  return button;
}
