export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".part");
  root.classList.toggle("bare", data.bare);
  const faces = data.faces.map((one) => data.bare ? face(one) : seat(one));
  if (data.bare) return void root.replaceChildren(...faces);
  const list = make("ul", "seats");
  list.setAttribute("aria-label", data.label);
  list.append(...faces);
  root.replaceChildren(list);
}

function seat(one) {
  const item = make("li", one.marked ? "seat marked" : "seat");
  const text = make("span", "text");
  text.append(make("span", "name", one.name), make("span", "note", one.note));
  if (one.about) item.title = one.about;
  item.append(face(one), text);
  if (one.about) item.append(make("span", "unseen", one.about));
  return item;
}

function face(one) {
  const medal = make("span", "face");
  medal.style.setProperty("--seat", one.colour);
  if (one.picture) {
    medal.append(draw(one.picture));
    medal.setAttribute("role", "img");
    medal.setAttribute("aria-label", one.alt);
    medal.title = one.about || one.alt;
  } else {
    medal.append(make("span", "letter", [...one.name][0] ?? ""));
    medal.setAttribute("aria-hidden", "true"); // the name stands beside it
  }
  return medal;
}
