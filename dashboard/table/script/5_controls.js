// Buttons, slider, keys, swipes and the choices a person makes once.

const SPEEDS = [0.5, 1, 2, 4];
const CHOICES = "klaverlog.viewer";

function storedChoices(defaults) {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(CHOICES) ?? "{}") };
  } catch {
    return { ...defaults };
  }
}

function storeChoices(choices) {
  try {
    localStorage.setItem(CHOICES, JSON.stringify(choices));
  } catch {
    // a browser that keeps nothing
  }
}

const SIGNS = {
  first: "M6 5V19M18 5L9 12L18 19Z",
  trickBack: "M12 5L4 12L12 19ZM20 5L12 12L20 19Z",
  cardBack: "M16 5L8 12L16 19",
  play: "M8 5L18 12L8 19Z",
  pause: "M8.5 5V19M15.5 5V19",
  cardOn: "M8 5L16 12L8 19",
  trickOn: "M4 5L12 12L4 19ZM12 5L20 12L12 19Z",
  last: "M18 5V19M6 5L15 12L6 19Z",
};

function signPicture(sign) {
  return svg("svg", { viewBox: "0 0 24 24", class: `sign ${sign}`, "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] }));
}

class Controls {
  constructor(labels, last, choices, viewer) {
    Object.assign(this, { labels, last, choices, viewer });
    this.slider = el("input", { type: "range", min: 0, max: last, step: 1, "aria-label": labels.position });
    this.slider.addEventListener("input", () => viewer.go(Number(this.slider.value)));
    this.position = el("output", { class: "position" });
    this.playing = this.button("play", labels.autoplay, () => viewer.toggle());
    const buttons = [
      this.button("first", labels.to_first, () => viewer.go(0)),
      this.button("trickBack", labels.trick_back, () => viewer.go(trickBack(viewer.at))),
      this.button("cardBack", labels.card_back, () => viewer.go(viewer.at - 1)),
      this.playing,
      this.button("cardOn", labels.card_on, () => viewer.go(viewer.at + 1)),
      this.button("trickOn", labels.trick_on, () => viewer.go(trickOn(viewer.at))),
      this.button("last", labels.to_last, () => viewer.go(last)),
    ];
    const row = el("div", { class: "buttons", role: "group", "aria-label": labels.controls }, ...buttons);
    this.node = el("div", { class: "controls" }, row, el("div", { class: "track" }, this.slider, this.position));
    this.choosing = this.options();
  }

  button(sign, name, action) {
    const node = el("button", { type: "button", "aria-label": name, title: name }, signPicture(sign));
    node.addEventListener("click", action);
    return node;
  }

  options() {
    const { labels } = this;
    const seats = [["all", labels.all_hands], ...labels.seats.map((seat, number) => [String(number), words(labels.only_hand, { seat })])];
    const letters = [["dutch", labels.dutch_letters], ["english", labels.english_letters]];
    const colours = [["two", labels.two_colours], ["four", labels.four_colours]];
    const speeds = SPEEDS.map((speed) => [String(speed), words(labels.speed, { speed: speed.toLocaleString(labels.locale) })]);
    const help = el("p", { class: "keys", id: "kl-keys" }, labels.keys);
    return el(
      "div",
      { class: "options" },
      this.choice("open", labels.hands, seats),
      this.choice("letters", labels.letters, letters),
      this.choice("colours", labels.colours, colours),
      this.choice("speed", labels.speed_name, speeds),
      help,
    );
  }

  choice(name, title, values) {
    const select = el("select", {}, ...values.map(([value, text]) => el("option", { value, selected: String(this.choices[name]) === value }, text)));
    select.addEventListener("change", () => this.viewer.choose(name, select.value));
    return el("label", {}, el("span", {}, title), select);
  }

  show(at) {
    const { labels, last } = this;
    const text = words(labels.at_position, { at, last });
    if (Number(this.slider.value) !== at) this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", text);
    this.position.textContent = text;
  }

  showPlaying(isPlaying) {
    this.playing.replaceChildren(signPicture(isPlaying ? "pause" : "play"));
    const name = isPlaying ? this.labels.pause : this.labels.autoplay;
    this.playing.setAttribute("aria-label", name);
    this.playing.title = name;
    this.playing.setAttribute("aria-pressed", String(isPlaying));
  }
}

/** The end of the trick before, and of the trick after, a number of cards. */
function trickBack(at) {
  return at - (at % 4 || 4);
}

function trickOn(at) {
  return at - (at % 4) + 4;
}

/** What a key means: the number of cards to show, "toggle", or nothing. */
function keyMeans(event, at, last) {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const trick = event.shiftKey;
  if (event.key === "ArrowRight") return trick ? trickOn(at) : at + 1;
  if (event.key === "ArrowLeft") return trick ? trickBack(at) : at - 1;
  if (event.key === "ArrowDown") return trickOn(at);
  if (event.key === "ArrowUp") return trickBack(at);
  if (event.key === "Home") return 0;
  if (event.key === "End") return last;
  return event.key === " " ? "toggle" : null;
}

/** Whether a key belongs to something else: a field, or a control outside of the viewer. */
function isTaken(event, root) {
  const [target] = event.composedPath();
  const inside = event.composedPath().includes(root);
  if (!(target instanceof Element) || target === document.body || target === document.documentElement) return false;
  if (target instanceof HTMLSelectElement) return true;
  if (inside) return event.key === " " && (target instanceof HTMLButtonElement || target.tagName === "SUMMARY");
  if (target.matches("input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=option], [role=tab], [role=radio], [role=slider]")) return true;
  return event.key === " " || !["ArrowLeft", "ArrowRight"].includes(event.key);
}

/** Calls back with -1 or 1 when a finger is drawn across a node. */
function watchSwipes(node, swiped) {
  let start = null;
  node.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  }, { passive: true });
  node.addEventListener("touchend", (event) => {
    if (!start) return;
    const [dx, dy] = [event.changedTouches[0].clientX - start[0], event.changedTouches[0].clientY - start[1]];
    start = null;
    if (Math.abs(dx) > 36 && Math.abs(dx) > 1.5 * Math.abs(dy)) swiped(dx < 0 ? 1 : -1);
  }, { passive: true });
}
