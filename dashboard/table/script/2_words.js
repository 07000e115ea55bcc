// What is said of a deal: names of cards and seats, sentences from the labels that the page gives.

/** A label with its places filled: "{seat} plays {card}". */
function words(text, places) {
  return String(text ?? "").replace(/\{(\w+)\}/g, (whole, name) => (name in places ? String(places[name]) : whole));
}

function cardName(labels, card) {
  return words(labels.card, { suit: labels.suits[card[1]], rank: labels.ranks[card[0]] });
}

function seatName(labels, seat) {
  return seat === null || seat === undefined ? "?" : labels.seats[seat];
}

/** What a player is called: his name, or that it is not known. */
function playerName(labels, deal, seat) {
  return deal.players[seat] ?? labels.unknown_player;
}

function kindsText(labels, kinds) {
  return kinds.map((kind) => labels.kinds[kind]).join(", ");
}

function callText(labels, call) {
  if (call === "pass") return labels.pass;
  if (call === "play") return labels.play;
  return `${SYMBOLS[call]} ${labels.suits[call]}`;
}

/** What happened with the last card, for people who listen. */
function stepSentence(labels, deal, at) {
  if (at === 0) return labels.start;
  const step = deal.steps[at - 1];
  const parts = [words(labels.played, { seat: seatName(labels, step.seat), card: cardName(labels, step.card) })];
  for (const finding of step.findings ?? []) parts.push(`${finding.title} (${finding.paragraph})`);
  if (step.winner !== undefined) {
    parts.push(words(labels.wins, { seat: seatName(labels, step.winner), points: step.points }));
    if (step.roem) parts.push(words(labels.with_roem, { roem: step.roem, kinds: kindsText(labels, step.kinds) }));
  }
  return `${parts.join(". ")}.`;
}
