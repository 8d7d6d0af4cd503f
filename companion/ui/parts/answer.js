export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".part");
  const view = root.view ?? (root.view = scaffold(root));
  const memo = memory(data.key, () => ({ pending: null }));
  const { words } = data;

  setUp();
  readAnswer();
  show();
  wait();

  view.box.onfocus = () => root.classList.add("opened");
  view.box.onblur = () => root.classList.remove("opened");
  view.box.oninput = () => { store(view.box.value); view.warn = ""; show(); };
  view.box.onkeydown = (event) => {
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  view.send.onclick = send;
  // The box keeps the focus, so that a phone does not fold its keyboard away under the finger.
  view.send.onpointerdown = (event) => event.preventDefault();
  view.send.onmousedown = (event) => event.preventDefault();
  return () => stopWaiting(view);

  function setUp() {
    root.classList.toggle("compact", data.compact);
    view.label.textContent = words.label;
    view.box.placeholder = words.placeholder;
    view.box.maxLength = data.limit;
    if (view.draftKey !== data.draftKey) {
      view.draftKey = data.draftKey;
      view.box.value = load() ?? data.given;
      memo.pending = memo.draftKey === data.draftKey ? memo.pending : null;
      memo.draftKey = data.draftKey;
    } else if (view.given !== data.given && view.box.value.trim() === view.given) {
      view.box.value = data.given; // handed in from another of the team's devices
    }
    view.given = data.given;
  }

  function readAnswer() {
    if (!memo.pending || data.answered?.id !== memo.pending.id) return;
    memo.pending = null;
    view.warn = "";
  }

  function send() {
    if (memo.pending) return;
    const text = view.box.value.trim();
    if (!text) view.warn = words.empty;
    else if (text !== data.given) {
      memo.pending = { id: newId(), text, at: Date.now() };
      tell(memo.pending);
      root.classList.remove("opened");
    }
    show();
    wait();
  }

  function tell({ id, text }) {
    setTriggerValue("given", { text, id });
  }

  function wait() {
    awaitAnswer(view, memo, tell, () => {
      memo.pending = null;
      view.warn = words.not_sent;
      show();
    });
  }

  function show() {
    const text = view.box.value.trim();
    const isIn = Boolean(data.given) && text === data.given;
    view.send.textContent = data.given ? words.correct : words.send;
    view.send.setAttribute("aria-disabled", String(Boolean(memo.pending) || isIn));
    view.message.textContent = memo.pending ? words.sending : view.warn || (isIn ? words.is_in : text ? words.not_in : "");
    view.message.className = `message ${!memo.pending && view.warn ? "warning" : isIn ? "good" : ""}`;
    root.classList.toggle("in", isIn);
  }

  function load() {
    try {
      return sessionStorage.getItem(data.draftKey);
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  function store(text) {
    try {
      sessionStorage.setItem(data.draftKey, text);
    } catch {
      // No storage, or it is full: the text is still in the box.
    }
  }
}

function scaffold(root) {
  const view = {
    label: make("label", "label"), box: make("input"), send: make("button", "send"), message: make("p", "message"),
    given: "", warn: "",
  };
  view.box.id = "answer";
  view.box.type = "text";
  view.box.autocomplete = "off";
  view.box.setAttribute("enterkeyhint", "send");
  view.box.setAttribute("aria-describedby", "message");
  view.label.htmlFor = "answer";
  view.message.id = "message";
  view.message.setAttribute("role", "status");
  view.send.type = "button";
  const row = make("div", "row");
  row.append(view.box, view.send);
  root.append(view.label, row, view.message);
  return view;
}
