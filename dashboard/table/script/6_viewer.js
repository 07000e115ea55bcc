// The viewer of one deal: it has the whole deal, steps by itself, and tells the page where it came to rest.

const REST = 400; // milliseconds without a step before the page is told
const QUICK = 180; // steps closer together than this are not animated
const viewers = new WeakMap();

class Viewer {
  constructor(host) {
    this.host = host;
    this.root = host.querySelector(".kl-viewer");
    this.at = 0;
    this.moment = 0;
    this.onKey = (event) => this.key(event);
    this.onPictures = () => this.takePictures();
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("klaverlog-pictures", this.onPictures);
    watchSwipes(this.root, (way) => this.go(this.at + way));
  }

  /** Take what the page sends; a deal that is shown already stays at its step, unless the page jumps. */
  receive(data, report) {
    this.report = report;
    const isNew = this.data?.id !== data.id;
    const isSaidAnew = isNew || this.data.language !== data.language;
    const jumps = isNew || data.jump !== this.data.jump;
    this.data = data;
    if (isSaidAnew) {
      this.choices = storedChoices({ letters: data.language === "nl" ? "dutch" : "english", colours: "two", open: "all", speed: "1" });
      this.build();
    }
    this.root.dataset.shade = isDark(this.root) ? "dark" : "light";
    if (jumps) clearTimeout(this.resting);
    if (jumps || isSaidAnew) this.show(this.within(jumps ? data.start : this.at), false);
  }

  build() {
    const { deal, labels } = this.data;
    this.pause();
    this.last = deal.steps.length;
    this.surface = new Surface(labels, deal, this.choices);
    this.lists = new Lists(labels, deal, this.choices, (at) => this.go(at));
    this.controls = new Controls(labels, this.last, this.choices, this);
    this.live = el("p", { class: "live", "aria-live": "polite" });
    const parts = [this.surface.node];
    if (this.last) parts.push(this.controls.node);
    parts.push(this.lists.note);
    if (this.last || deal.hands.some((hand) => hand.cards.length)) parts.push(this.controls.choosing);
    const board = el("div", { class: "board" }, ...parts, this.live);
    this.pictures = el("div", { class: "pictures", "aria-hidden": "true" });
    this.root.replaceChildren(this.pictures, el("div", { class: "frame" }, board, this.lists.node));
    this.root.dataset.colours = this.choices.colours;
    this.takePictures();
  }

  takePictures() {
    const pictures = globalThis[PICTURES];
    if (pictures && this.pictures && !this.pictures.childElementCount) this.pictures.append(pictures.cloneNode(true));
  }

  within(at) {
    return Math.max(0, Math.min(Number.isFinite(at) ? Math.trunc(at) : 0, this.last));
  }

  go(at) {
    this.pause();
    this.step(at);
  }

  step(at) {
    const wanted = this.within(at);
    if (wanted === this.at) return;
    const now = performance.now();
    const moves = wanted === this.at + 1 && now - this.moment > QUICK;
    this.moment = now;
    this.show(wanted, moves);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.tell(), REST);
  }

  tell() {
    if (!this.timer) this.report({ id: this.data.id, step: this.at });
  }

  show(at, moves) {
    this.at = at;
    this.root.dataset.step = String(at);
    this.surface.show(at, moves);
    this.lists.show(at);
    this.controls.show(at);
    this.live.textContent = this.last ? stepSentence(this.data.labels, this.data.deal, at) : "";
  }

  choose(name, value) {
    this.choices[name] = value;
    storeChoices(this.choices);
    if (name === "speed") return;
    if (name === "colours") {
      this.root.dataset.colours = value;
      return;
    }
    const { at } = this;
    this.build();
    this.show(at, false);
    this.root.querySelector(`.options label:nth-child(${name === "open" ? 1 : 2}) select`)?.focus();
  }

  toggle() {
    if (this.timer) {
      this.pause();
      this.tell();
      return;
    }
    if (this.at === this.last) this.step(0);
    this.controls.showPlaying(true);
    this.timer = setTimeout(() => this.playOn(), 350 / Number(this.choices.speed));
  }

  playOn() {
    this.step(this.at + 1);
    if (this.at === this.last) {
      this.pause();
      this.tell();
      return;
    }
    const pause = this.at % 4 === 0 ? 1.8 : 1; // a trick is looked at a little longer
    this.timer = setTimeout(() => this.playOn(), (1000 * pause) / Number(this.choices.speed));
  }

  pause() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.controls.showPlaying(false);
  }

  key(event) {
    if (!this.data?.keys || !this.last || event.defaultPrevented || isTaken(event, this.root)) return;
    const inside = event.composedPath().includes(this.root);
    if (!inside && ["ArrowUp", "ArrowDown"].includes(event.key)) return; // they scroll the page
    const means = keyMeans(event, this.at, this.last);
    if (means === null) return;
    event.preventDefault();
    if (means === "toggle") this.toggle();
    else this.go(means);
  }

  leave() {
    this.pause();
    clearTimeout(this.resting);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("klaverlog-pictures", this.onPictures);
    viewers.delete(this.host);
  }
}

/** Whether the page's background is dark. */
function isDark(node) {
  const probe = el("span", { style: "color: var(--st-background-color, Canvas)" });
  node.append(probe);
  const [red, green, blue] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? ["255", "255", "255"]).map(Number);
  probe.remove();
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

export default function (component) {
  const { data, parentElement, setStateValue } = component;
  let viewer = viewers.get(parentElement);
  if (!viewer) {
    viewer = new Viewer(parentElement);
    viewers.set(parentElement, viewer);
  }
  viewer.receive(data, (place) => setStateValue("place", place));
  return () => viewer.leave();
}
