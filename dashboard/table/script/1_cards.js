// Cards: faces from the pictures, corner indices drawn here, so that the letters can be Dutch or English.

const SVG = "http://www.w3.org/2000/svg";
const RANK_PATHS = {
  7: "M-265 -320V-460H265C135 -200 -90 100 -90 460",
  8: "M-1 -50A205 205 0 1 1 1 -50H-1A255 255 0 1 0 1 -50Z",
  9: "M250 -100A250 250 0 0 1 -250 -100V-210A250 250 0 0 1 250 -210V210A250 250 0 0 1 0 460C-150 460 -180 400 -200 375",
  10: "M-260 430V-430M-50 0V-310A150 150 0 0 1 250 -310V310A150 150 0 0 1 -50 310Z",
  J: "M50 -460H250M150 -460V250A100 100 0 0 1 -250 250V220",
  Q: "M-260 100C40 100 -40 460 260 460M-175 0V-285A175 175 0 0 1 175 -285V285A175 175 0 0 1 -175 285Z",
  K: "M-285 -460H-85M-185 -460V460M-285 460H-85M85 -460H285M185 -440L-170 155M85 460H285M185 440L-10 -70",
  A: "M-270 460H-110M-200 450L0 -460L200 450M110 460H270M-120 130H120",
  B: "M-250 -460H10A215 220 0 0 1 10 -30H-170M10 -30A245 245 0 0 1 10 460H-250M-170 -460V460",
  V: "M-270 -460H-110M-200 -450L0 450L200 -450M110 -460H270",
  H: "M-285 -460H-85M-185 -460V460M-285 460H-85M85 -460H285M185 -460V460M85 460H285M-185 0H185",
};
const PIP_PATHS = {
  C: "M30 150C35 385 85 400 130 500L-130 500C-85 400 -35 385 -30 150A10 10 0 0 0 -50 150A210 210 0 1 1 -124 -51A10 10 0 0 0 -110 -65A230 230 0 1 1 110 -65A10 10 0 0 0 124 -51A210 210 0 1 1 50 150A10 10 0 0 0 30 150Z",
  D: "M-400 0C-350 0 0 -450 0 -500C0 -450 350 0 400 0C350 0 0 450 0 500C0 450 -350 0 -400 0Z",
  H: "M0 -300C0 -400 100 -500 200 -500C300 -500 400 -400 400 -250C400 0 0 400 0 500C0 400 -400 0 -400 -250C-400 -400 -300 -500 -200 -500C-100 -500 0 -400 0 -300Z",
  S: "M0 -500C100 -250 355 -100 355 185A150 150 0 0 1 55 185A10 10 0 0 0 35 185C35 385 85 400 130 500L-130 500C-85 400 -35 385 -35 185A10 10 0 0 0 -55 185A150 150 0 0 1 -355 185C-355 -100 -100 -250 0 -500Z",
};
const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const DUTCH = { J: "B", Q: "V", K: "H" };
const PICTURES = Symbol.for("klaverlog.pictures");

/** An element with attributes and children; a text is never anything but text. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  return fill(node, attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** The rank of a card in the letters that were chosen. */
function rankText(card, letters) {
  const rank = card[0] === "T" ? "10" : card[0];
  return letters === "dutch" ? DUTCH[rank] ?? rank : rank;
}

/** A card in a line of text: the suit has its shape as well as its colour. */
function cardText(card, letters) {
  const suit = card[card.length - 1];
  const rank = card.length === 2 ? rankText(card, letters) : card.slice(0, -1);
  return el("span", { class: `inline suit-${suit}` }, SYMBOLS[suit] + rank);
}

/** A picture of a card. In a `stack` only the top of each card shows, so the suit stands beside the rank. */
function cardPicture(card, letters, name, layout = "fan") {
  const rank = rankText(card, letters);
  const picture = svg("svg", { viewBox: "-120 -168 240 336", class: `card suit-${card[1]}`, role: "img", "aria-label": name });
  picture.append(
    svg("rect", { class: "paper", x: -118.5, y: -166.5, width: 237, height: 333, rx: 16 }),
    svg("use", { href: `#kl-${card}`, x: -120, y: -168, width: 240, height: 336 }),
    corner(rank, card[1], layout),
    svg("g", { transform: "rotate(180)" }, corner(rank, card[1], "fan")),
  );
  picture.dataset.card = card;
  return picture;
}

function corner(rank, suit, layout) {
  const at = layout === "stack" ? [-84, -124, -24, -124] : [-87, -120, -87, -52];
  return svg(
    "g",
    { class: "corner" },
    svg("path", { class: "rank", d: RANK_PATHS[rank], transform: `translate(${at[0]} ${at[1]}) scale(.074)` }),
    svg("path", { class: "pip", d: PIP_PATHS[suit], transform: `translate(${at[2]} ${at[3]}) scale(${layout === "stack" ? 0.062 : 0.052})` }),
  );
}

function cardBack(name) {
  return svg(
    "svg",
    { viewBox: "-120 -168 240 336", class: "card back", role: "img", "aria-label": name },
    svg("rect", { class: "paper", x: -118.5, y: -166.5, width: 237, height: 333, rx: 16 }),
    svg("rect", { class: "pattern", x: -104, y: -152, width: 208, height: 304, rx: 10 }),
    svg("path", { class: "weave", d: "M-104 -152L104 152M104 -152L-104 152M0 -152V152M-104 0H104" }),
  );
}
