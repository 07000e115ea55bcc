// Beside the table: running score, tricks, what is wrong, results.

class Lists {
  constructor(labels, deal, choices, go) {
    Object.assign(this, { labels, deal, choices, go });
    this.note = el("div", { class: "note" });
    this.rows = [];
    const score = this.score();
    this.node = el("div", { class: "lists" }, deal.steps.length ? score : null, this.results(), this.tricks(), this.found());
  }

  sideName(side) {
    const names = [side, side + 2].map((seat) => playerName(this.labels, this.deal, seat)).join(" & ");
    return el("th", { scope: "row" }, el("b", {}, this.labels.sides[side]), " ", el("span", { class: "names" }, names));
  }

  score() {
    const { labels, deal } = this;
    this.sums = [0, 1].map(() => [el("td"), el("td"), el("td", { class: "sum" })]);
    const rows = [0, 1].map((side) => el("tr", { class: deal.side === side ? "declaring" : "" }, this.sideName(side), ...this.sums[side]));
    const heads = [labels.score_now, labels.points, labels.roem, labels.together];
    return el("table", { class: "score" }, headRow(heads), el("tbody", {}, ...rows));
  }

  tricks() {
    const { labels, deal } = this;
    if (!deal.steps.length) return this.plainCards();
    const body = el("tbody");
    for (let first = 0; first < deal.steps.length; first += 4) {
      const steps = deal.steps.slice(first, first + 4);
      const number = first / 4 + 1;
      const jump = el("button", { type: "button", class: "jump", "aria-label": words(labels.go_to_trick, { number }) }, number);
      jump.addEventListener("click", () => this.go(first + steps.length));
      const cells = [el("td", { class: "cards" }), el("td"), el("td", { class: "number" }), el("td", { class: "roem" })];
      const row = el("tr", {}, el("th", { scope: "row" }, jump), ...cells);
      this.rows.push({ row, cells, steps, first, shown: -1 });
      body.append(row);
    }
    const heads = [labels.trick, labels.cards, labels.winner, labels.points, labels.roem];
    return el("table", { class: "tricks" }, headRow(heads), body);
  }

  /** The cards of a deal of which nobody can tell who played them. */
  plainCards() {
    const { deal, labels } = this;
    if (!deal.plays.length) return null;
    const list = el("ol", { class: "plays", "aria-label": labels.cards });
    for (let first = 0; first < deal.plays.length; first += 4) {
      const cards = deal.plays.slice(first, first + 4).map((card) => cardText(card, this.choices.letters));
      list.append(el("li", {}, ...cards.flatMap((card) => [card, " "])));
    }
    return el("div", {}, el("p", {}, labels.no_seats), list);
  }

  found() {
    const { labels, deal } = this;
    const all = [...deal.steps.flatMap((step) => step.findings ?? []), ...deal.findings];
    const inferred = this.inferred();
    if (!all.length) return el("div", {}, el("p", { class: "clean" }, deal.steps.length && !deal.void ? `✓ ${labels.nothing_found}` : ""), inferred);
    const list = el("ul", { class: "findings" }, ...all.map((finding) => el("li", { class: finding.certainty }, this.finding(finding, true))));
    return el("div", {}, el("h2", {}, labels.found), list, inferred);
  }

  /** What is not in the log but follows from the play. */
  inferred() {
    const { labels, deal } = this;
    const said = [];
    if (deal.hands.some((hand) => hand.known === "plays" || hand.known === "partly")) said.push(labels.hands_inferred);
    if (deal.seats === "inferred") said.push(labels.seats_inferred);
    return said.length ? el("p", { class: "inferred" }, said.join(" ")) : null;
  }

  finding(finding, withJump) {
    const { labels } = this;
    const certainty = labels.certainties[finding.certainty];
    const title = el("b", {}, finding.title);
    const rule = el("details", {}, el("summary", {}, `${finding.paragraph} · ${certainty}`), el("p", {}, finding.rule));
    if (finding.in_full !== finding.message) rule.append(el("p", {}, words(labels.in_full, { sentence: finding.in_full })));
    const box = el("div", { class: `finding ${finding.certainty}` }, title);
    if (withJump && (finding.card || finding.trick)) {
      const at = finding.card ?? Math.min(4 * finding.trick, this.deal.steps.length);
      const where = words(finding.card ? labels.at_card : labels.at_trick, { trick: Math.ceil(at / 4), card: ((at - 1) % 4) + 1 });
      const jump = el("button", { type: "button", class: "jump" }, where);
      jump.addEventListener("click", () => this.go(at));
      box.append(" ", jump);
    }
    box.append(el("p", {}, finding.message), rule);
    return box;
  }

  results() {
    const { labels, deal } = this;
    this.end = el("div", { class: "results", hidden: true });
    const results = deal.results;
    if (!results) return this.end;
    const { recomputed, logged } = results;
    const rows = [
      [labels.tricks, recomputed.tricks, null],
      [labels.points, recomputed.points, logged.points],
      [labels.roem, recomputed.roem, logged.roem],
      [labels.score, recomputed.score, logged.score],
      [labels.ruled, results.ruled, null],
      [labels.logged_totals, null, logged.totals],
    ].filter(([, now, said]) => now || said);
    const body = el("tbody");
    for (const [name, now, said] of rows) {
      const differs = now && said && (now[0] !== said[0] || now[1] !== said[1]);
      const cells = [...(now ?? ["", ""]), ...(said ?? ["", ""])].map((value) => el("td", { class: "number" }, value));
      body.append(el("tr", { class: differs ? "differs" : "" }, el("th", { scope: "row" }, name, differs ? ` ≠ ${labels.differs}` : ""), ...cells));
    }
    const sides = [labels.sides[0], labels.sides[1]];
    const heads = ["", ...sides.map((side) => `${labels.recomputed} ${side}`), ...sides.map((side) => `${labels.logged} ${side}`)];
    this.end.append(el("h2", {}, labels.result), el("table", {}, headRow(heads), body), ...this.verdict());
    return this.end;
  }

  verdict() {
    const { labels, deal } = this;
    const { recomputed, ruling, offender } = deal.results;
    const said = [];
    if (recomputed.nat) said.push(words(labels.is_nat, { side: labels.sides[deal.side] }));
    if (recomputed.pit) said.push(labels.is_pit);
    if (ruling) said.push(words(labels.rulings[ruling], { side: labels.sides[offender] ?? "", other: labels.sides[1 - offender] ?? "" }));
    return said.map((text) => el("p", {}, text));
  }

  show(at) {
    const { deal, labels } = this;
    const step = deal.steps[at - 1];
    for (const side of [0, 1]) {
      const points = step ? step.totals[side] : 0;
      const roem = step ? step.roem_totals[side] : 0;
      [points, roem, points + roem].forEach((value, cell) => {
        this.sums[side][cell].textContent = value;
      });
    }
    for (const entry of this.rows) this.showRow(entry, Math.max(0, Math.min(at - entry.first, entry.steps.length)), at);
    this.end.hidden = at < deal.steps.length;
    this.showNote(at);
  }

  showRow(entry, shown, at) {
    entry.row.classList.toggle("now", at > entry.first && at <= entry.first + 4);
    if (shown === entry.shown) return;
    entry.shown = shown;
    const { labels } = this;
    const [cards, winner, points, roem] = entry.cells;
    const done = shown === 4 ? entry.steps[3] : null;
    cards.replaceChildren(...entry.steps.slice(0, shown).flatMap((step, index) => [this.listed(step, entry.steps[index - 1], done), " "]));
    winner.textContent = done ? labels.seats[done.winner] : "";
    points.textContent = done ? done.points : "";
    roem.textContent = done && done.roem ? `${done.roem} ${kindsText(labels, done.kinds)}` : "";
  }

  /** A card of the list; the seat is named for the lead, and where somebody played out of turn. */
  listed(step, before, done) {
    const card = cardText(step.card, this.choices.letters);
    const best = done && done.winner === step.seat;
    const node = el("span", { class: best ? "listed best" : "listed" });
    if (!before || step.seat !== (before.seat + 1) % 4) node.append(el("small", {}, this.labels.short_seats[step.seat]), " ");
    node.append(card);
    if (step.findings) node.append(el("span", { class: "wrong-sign", title: step.findings[0].title }, "✗"));
    return node;
  }

  /** What there is to say of this very card: why it is illegal, roem announced, comments. */
  showNote(at) {
    const { deal, labels } = this;
    const step = deal.steps[at - 1];
    const notes = deal.void ? [el("p", { class: "void" }, labels.voids[deal.void])] : [];
    notes.push(...(step?.findings ?? []).map((finding) => this.finding(finding, false)));
    for (const claim of deal.claims) {
      if (claim.card === at) notes.push(el("p", {}, words(labels.announces, { seat: seatName(labels, claim.seat), points: claim.points })));
    }
    for (const comment of deal.comments) if (comment.card === at) notes.push(el("blockquote", {}, comment.text));
    this.note.replaceChildren(...notes);
  }
}

function headRow(heads) {
  return el("thead", {}, el("tr", {}, ...heads.map((head) => (head ? el("th", { scope: "col" }, head) : el("td")))));
}
