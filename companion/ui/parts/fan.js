export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".part");
  const fan = make("div", "fan");
  fan.setAttribute("role", "img");
  fan.setAttribute("aria-label", data.alt);
  const middle = (data.cards.length - 1) / 2;
  data.cards.forEach((card, index) => {
    const face = make("div", `card ${card.category}`);
    face.style.setProperty("--from-middle", index - middle);
    const symbol = make("span", "symbol");
    symbol.append(draw(card.symbol));
    const picture = make("span", "picture");
    picture.append(draw(card.picture));
    face.append(symbol, picture);
    fan.append(face);
  });
  root.replaceChildren(fan);
}
