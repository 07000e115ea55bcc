// The table itself: four hands, who is who, and the trick in the middle.

const SIDES = ["north", "east", "south", "west"];
const DRAWN_IN = 8; // cards of a hand

class Surface {
  constructor(labels, deal, choices) {
    this.labels = labels;
    this.deal = deal;
    this.choices = choices;
    this.playedAt = new Map(deal.steps.map((step, index) => [step.card, index + 1]));
    this.pictures = new Map();
    this.hands = new Map();
    this.backs = [[], [], [], []];
    this.places = [0, 1, 2, 3].map((seat) => this.place(seat));
    this.trick = el("div", { class: "trick" });
    this.corner = el("div", { class: "trick-name" });
    this.middle = el("div", { class: "middle" }, this.trumpBadge(), this.corner, this.bidding(), this.trick);
    this.node = el("div", { class: "surface", role: "group", tabindex: "0", "aria-label": labels.table, "aria-describedby": "kl-keys" });
    for (const place of this.places) this.node.append(place.tag, place.hand);
    this.node.append(this.middle);
  }

  place(seat) {
    const { labels, deal } = this;
    const name = el("span", { class: deal.players[seat] === null ? "name unknown" : "name" }, playerName(labels, deal, seat));
    const tag = el("div", { class: `tag ${SIDES[seat]}` }, el("span", { class: "turn", "aria-hidden": "true" }, "▸"));
    tag.append(el("span", { class: "seat" }, labels.seats[seat]), name);
    const chips = [
      [deal.dealer === seat, "dealer", labels.dealer],
      [deal.declarer === seat, "declarer", words(labels.declares, { trump: SYMBOLS[deal.trump] ?? "?" })],
      [deal.leader === seat, "leader", labels.leads],
      [deal.bots.includes(seat), "bot", labels.bot],
    ];
    for (const [holds, kind, text] of chips) if (holds) tag.append(el("span", { class: `chip ${kind}` }, text));
    const hand = el("div", { class: `hand ${SIDES[seat]}`, role: "group", "aria-label": this.handLabel(seat) });
    this.fillHand(seat, hand);
    return { tag, hand };
  }

  handLabel(seat) {
    const known = this.deal.hands[seat].known;
    return words(this.labels.hand_of, { seat: this.labels.seats[seat] }) + (known === "logged" ? "" : ` (${this.labels.known[known]})`);
  }

  isOpen(seat) {
    return this.choices.open === "all" || Number(this.choices.open) === seat;
  }

  fillHand(seat, hand) {
    const layout = seat % 2 ? "stack" : "fan";
    const cards = this.isOpen(seat) ? this.deal.hands[seat].cards : [];
    for (const card of cards) {
      const picture = cardPicture(card, this.choices.letters, cardName(this.labels, card), layout);
      this.hands.set(card, { picture, seat });
      hand.append(picture);
    }
    const name = this.isOpen(seat) ? this.labels.unknown_card : this.labels.closed_card;
    for (let number = cards.length; number < DRAWN_IN; number += 1) {
      const back = cardBack(name);
      this.backs[seat].push(back);
      hand.append(back);
    }
  }

  trumpBadge() {
    const { deal, labels } = this;
    const badge = el("div", { class: "trump" });
    if (deal.trump) {
      const said = words(labels.trump_is, { suit: labels.suits[deal.trump] });
      badge.append(el("span", { class: `symbol suit-${deal.trump}`, role: "img", "aria-label": said, title: said }, SYMBOLS[deal.trump]));
      badge.append(el("span", { class: "word", "aria-hidden": "true" }, said));
    }
    for (const card of deal.turned) {
      const shown = el("span", { class: "turned", role: "img", "aria-label": words(labels.turned, { card: this.turnedName(card) }) });
      shown.append(cardText(card, this.choices.letters));
      badge.append(shown);
    }
    return badge;
  }

  turnedName(card) {
    return words(this.labels.card, { suit: this.labels.suits[card[1]], rank: this.labels.ranks[card[0]] ?? card[0] });
  }

  /** The calls, shown until the first card is played. */
  bidding() {
    const { deal, labels } = this;
    this.calls = el("div", { class: "bidding" });
    if (!deal.bids.length) return this.calls;
    const list = el("ol", { "aria-label": labels.bidding });
    for (const bid of deal.bids) {
      const seat = bid.seat === null ? "?" : labels.short_seats[bid.seat];
      list.append(el("li", { class: bid.call === "pass" ? "pass" : "made" }, el("b", {}, seat), ` ${callText(labels, bid.call)}`));
    }
    this.calls.append(el("p", { class: "heading" }, labels.bidding), list);
    return this.calls;
  }

  /** Show the table after `at` cards; `moves` tells that the last card was played just now. */
  show(at, moves) {
    const { deal } = this;
    const next = deal.steps[at];
    const legal = new Set(next ? next.legal : []);
    for (const [card, { picture, seat }] of this.hands) {
      const played = (this.playedAt.get(card) ?? 99) <= at;
      const turn = next !== undefined && next.seat === seat && !played;
      const may = turn && legal.has(card);
      picture.classList.toggle("played", played);
      picture.classList.toggle("legal", may);
      picture.classList.toggle("barred", turn && !may && next.legal.length > 0);
      picture.setAttribute("aria-label", this.cardLabel(card, played, may));
    }
    const gone = [0, 0, 0, 0];
    deal.steps.slice(0, at).forEach((step) => {
      if (!this.hands.has(step.card)) gone[step.seat] += 1;
    });
    this.backs.forEach((backs, seat) => backs.forEach((back, number) => back.classList.toggle("gone", number >= backs.length - gone[seat])));
    this.places.forEach(({ tag }, seat) => tag.classList.toggle("to-play", next !== undefined && next.seat === seat));
    this.calls.hidden = at > 0 || !this.calls.childElementCount;
    this.node.classList.toggle("over", at > 0 && next === undefined);
    this.showTrick(at, moves);
  }

  cardLabel(card, played, may) {
    const name = cardName(this.labels, card);
    if (played) return `${name}, ${this.labels.was_played}`;
    return may ? `${name}, ${this.labels.may_be_played}` : name;
  }

  showTrick(at, moves) {
    const first = at ? at - 1 - ((at - 1) % 4) : 0;
    const steps = this.deal.steps.slice(first, at);
    const best = steps.length ? steps[steps.length - 1].winning : null;
    this.corner.textContent = at ? words(this.labels.trick_no, { number: first / 4 + 1 }) : "";
    this.trick.replaceChildren(...steps.map((step, index) => this.lying(step, step.seat === best, moves && first + index + 1 === at)));
    this.trick.classList.toggle("complete", steps.length === 4);
  }

  lying(step, isBest, moves) {
    let slot = this.pictures.get(step.card);
    if (!slot) {
      slot = el("div", { class: `slot ${SIDES[step.seat]}` }, cardPicture(step.card, this.choices.letters, cardName(this.labels, step.card)));
      for (const finding of step.findings ?? []) {
        slot.classList.add("wrong", finding.certainty);
        slot.append(el("span", { class: "wrong-mark" }, `${finding.certainty === "violation" ? "✗" : "?"} ${finding.title}`));
      }
      if (step.winner !== undefined) slot.dataset.last = "";
      slot.append(el("span", { class: "best-mark", "aria-hidden": "true" }, "★"));
      this.pictures.set(step.card, slot);
    }
    slot.classList.toggle("best", isBest);
    slot.classList.toggle("arrives", moves);
    return slot;
  }
}
