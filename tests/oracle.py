"""The rules of Klaverjas written a second time, slowly, with strings and lists, to check the fast ones against.

A card is "JH", a hand a list of cards, a trick a list of cards in play order, seats are 0-3 clockwise and a team
is seat % 2.  Nothing of the project is imported.  The letters A1-A10, B and C name sections of the rules text.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

Value = str | int
Rules = Mapping[str, Value]
Hands = Sequence[Sequence[str] | None]
Trick = Sequence[tuple[int, str]]

SUITS = "CDHS"
NATURAL_ORDER = "789TJQKA"
PLAIN_ORDER = "789JQKTA"
TRUMP_ORDER = "78QKTA9J"
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}

# ---------------------------------------------------------------- C: presets

BASE_FIELDS = """
bidding=pass_first_forced must_hold_trump=no first_lead=left_of_dealer redeal_dealer=same deal_packets=3-2-3
partner_exempt=yes undertrump=forbidden undertrump_partner=forbidden overtrump_on_lead=always
roem_scope=trick roem_claim=auto roem_claimant=any
run3=20 run4=50 stuk=20 quad_points=100 four_jacks=200 quad_ranks=AKQT
nat_rule=more_than_half nat_counts_roem=yes nat_transfers_roem=all
pit_declarer=100 pit_defender=100 slot_bonus=0 slot_with_pit=yes
penalty_points=none penalty_bonus=0 penalty_roem=none rounds=1 deals=16 tiebreak_deals=0 target=0
"""

# name, base, changed fields
CHANGES = """
amsterdams amsterdams
rotterdams amsterdams partner_exempt=no undertrump=compulsory
klaverlive_amsterdams amsterdams quad_ranks=AKQJT987 four_jacks=100 \
    penalty_points=162 penalty_bonus=100 penalty_roem=all
klaverlive_rotterdams klaverlive_amsterdams partner_exempt=no undertrump=compulsory
klaverlive_verplicht klaverlive_amsterdams bidding=first_must_choose
klaverlive_draaikaart klaverlive_amsterdams bidding=turned_turned_forced
klaverlive_draaikaart_schudden klaverlive_amsterdams bidding=turned_turned_redeal
klaverlive_draaikaart_vrij klaverlive_amsterdams bidding=turned_turned_first_free
turnup_amsterdams amsterdams bidding=turned_then_free_dealer_forced roem_claim=announced quad_ranks=AKQJT9 \
    four_jacks=100 undertrump=free undertrump_partner=free pit_defender=0 tiebreak_deals=4
turnup_rotterdams turnup_amsterdams partner_exempt=no
turnup_verplicht_ondertroeven turnup_amsterdams undertrump=compulsory
turnup_gezelligheid turnup_amsterdams nat_rule=none
turnup_slot turnup_amsterdams slot_bonus=50
turnup_four_jacks_200 turnup_amsterdams four_jacks=200
turnup_literal turnup_amsterdams nat_rule=fixed_82 roem_scope=hand
gamepoint_amsterdams amsterdams bidding=first_must_choose roem_claim=announced quad_ranks=AKQJT987 \
    pit_declarer=0 pit_defender=0 deals=8 undertrump=free undertrump_partner=free
gamepoint_rotterdams gamepoint_amsterdams partner_exempt=no undertrump=compulsory
pagat_utrecht_amsterdams amsterdams bidding=first_must_choose
kbn_amsterdams amsterdams roem_claim=announced quad_ranks=AKQJT987
nku_amsterdams amsterdams bidding=pass_dealer_first_forced roem_claim=announced quad_ranks=AKQJT987 four_jacks=100
nku_rotterdams nku_amsterdams partner_exempt=no undertrump=compulsory
utrechts_lentemorgen amsterdams bidding=first_must_choose must_hold_trump=yes roem_claim=announced roem_claimant=winners
club_pitslag amsterdams bidding=first_must_choose penalty_points=162 penalty_bonus=100 penalty_roem=none
bga_rotterdams rotterdams bidding=first_must_choose
dealer_last_forced_rotterdams rotterdams bidding=pass_dealer_last_forced
"""

# name, @name = 'the same' as that one's, -field = 'less' that field, field=other readings
OTHER_READINGS = """
amsterdams pit_defender=0
rotterdams pit_defender=0
klaverlive_amsterdams overtrump_on_lead=never four_jacks=200 nat_rule=at_least_half pit_defender=0 penalty_roem=none \
    roem_claim=announced rounds=3,5
klaverlive_rotterdams @klaverlive_amsterdams
klaverlive_verplicht @klaverlive_amsterdams
klaverlive_draaikaart @klaverlive_amsterdams
klaverlive_draaikaart_schudden @klaverlive_amsterdams redeal_dealer=next
klaverlive_draaikaart_vrij @klaverlive_amsterdams
turnup_amsterdams undertrump=forbidden,compulsory undertrump_partner=forbidden overtrump_on_lead=never roem_scope=hand \
    nat_rule=fixed_82 nat_counts_roem=no four_jacks=200 pit_defender=100
turnup_rotterdams @turnup_amsterdams
turnup_verplicht_ondertroeven @turnup_amsterdams -undertrump
turnup_gezelligheid @turnup_amsterdams -nat_rule -nat_counts_roem
turnup_slot @turnup_amsterdams slot_with_pit=no
turnup_four_jacks_200 @turnup_amsterdams -four_jacks
turnup_literal
gamepoint_amsterdams partner_exempt=plain_only undertrump=forbidden undertrump_partner=forbidden roem_claim=auto \
    nat_counts_roem=no
gamepoint_rotterdams roem_claim=auto nat_counts_roem=no
pagat_utrecht_amsterdams pit_defender=0
kbn_amsterdams pit_defender=0 four_jacks=100
nku_amsterdams pit_defender=0
nku_rotterdams pit_defender=0
utrechts_lentemorgen pit_defender=0
club_pitslag nat_transfers_roem=own
bga_rotterdams
dealer_last_forced_rotterdams
"""


def read_value(text: str) -> Value:
    """C: points and counts are numbers, everything else is a word."""
    return int(text) if text.isdigit() else text


def read_fields(words: Sequence[str]) -> dict[str, Value]:
    """C: 'field=value' words as a dictionary."""
    pairs = [word.split("=") for word in words]
    return {field: read_value(value) for field, value in pairs}


def read_presets(table: str) -> dict[str, dict[str, Value]]:
    """C: each preset is its base with some fields changed."""
    presets = {"amsterdams": read_fields(BASE_FIELDS.split())}
    for line in table.strip().splitlines():
        name, base, *changes = line.split()
        presets[name] = {**presets[base], **read_fields(changes)}
    return presets


def read_readings(table: str) -> dict[str, dict[str, list[Value]]]:
    """C: the last column, the unsettled fields of each preset with their other values."""
    unsettled: dict[str, dict[str, list[Value]]] = {}
    for line in table.strip().splitlines():
        name, *words = line.split()
        unsettled[name] = {}
        for word in words:
            if word.startswith("@"):
                unsettled[name].update(unsettled[word[1:]])
            elif word.startswith("-"):
                del unsettled[name][word[1:]]
            else:
                field, values = word.split("=")
                unsettled[name][field] = [read_value(value) for value in values.split(",")]
    return unsettled


PRESETS = read_presets(CHANGES)
UNSETTLED = read_readings(OTHER_READINGS)
BASE = PRESETS["amsterdams"]


def with_overrides(preset: str, overrides: Rules | None = None) -> dict[str, Value]:
    """C: a preset with some fields replaced; a field nobody knows is an error."""
    changed = dict(overrides or {})
    unknown = sorted(field for field in changed if field not in BASE)
    if unknown:
        raise ValueError(f"unknown fields {unknown}")
    return {**PRESETS[preset], **changed}


# ---------------------------------------------------------------- A4, A5, A1: cards and tricks


def of_suit(cards: Sequence[str], suit: str) -> list[str]:
    """A1: the cards of one suit."""
    return [card for card in cards if card[1] == suit]


def best_of(cards: Sequence[str], order: str) -> str:
    """A1: the highest of cards of one suit, in the order given from low to high."""
    return sorted(cards, key=lambda card: order.index(card[0]))[-1]


def trick_winner(trick: Sequence[str], trump: str) -> int:
    """A5: the best trump wins, else the best card of the led suit."""
    trumps = of_suit(trick, trump)
    best = best_of(trumps, TRUMP_ORDER) if trumps else best_of(of_suit(trick, trick[0][1]), PLAIN_ORDER)
    return list(trick).index(best)


def trick_points(trick: Sequence[str], trump: str, is_last: bool) -> int:
    """A1: the cards' points, and 10 more in the last trick."""
    points = [TRUMP_POINTS[card[0]] if card[1] == trump else PLAIN_POINTS[card[0]] for card in trick]
    return sum(points) + (10 if is_last else 0)


def partner_is_winning(trick: Sequence[str], trump: str) -> bool:
    """A4: 'winning' is winning the trick at that moment; the partner played two cards ago."""
    return len(trick) >= 2 and trick_winner(trick, trump) == len(trick) - 2


def beating(cards: Sequence[str], trick: Sequence[str], trump: str) -> list[str]:
    """A4: the trumps among the cards that are higher than every trump in the trick."""
    lying = of_suit(trick, trump)
    return [card for card in of_suit(cards, trump) if best_of([*lying, card], TRUMP_ORDER) == card]


def is_exempt(trick: Sequence[str], trump: str, rules: Rules) -> bool:
    """A4: Amsterdams frees a player whose partner is winning, `plain_only` just while no trump lies."""
    if rules["partner_exempt"] == "no" or not partner_is_winning(trick, trump):
        return False
    return rules["partner_exempt"] == "yes" or not of_suit(trick, trump)


def on_a_trump_lead(trumps: list[str], trick: Sequence[str], trump: str, rules: Rules) -> list[str]:
    """A4.4: a trump lead must be beaten where possible, over the partner too unless the rules say otherwise."""
    duty = rules["overtrump_on_lead"]
    if duty == "never" or (duty == "not_partner" and partner_is_winning(trick, trump)):
        return trumps
    return beating(trumps, trick, trump) or trumps


def under_the_partner(hand: list[str], trick: Sequence[str], trump: str, rules: Rules) -> list[str]:
    """A4.3: an exempt player plays anything, but where barred no trump below his partner's if he can help it."""
    if rules["undertrump_partner"] == "free":
        return hand
    higher = beating(hand, trick, trump)
    return [card for card in hand if card[1] != trump or card in higher] or hand


def bound_to_trump(hand: list[str], trick: Sequence[str], trump: str, rules: Rules) -> list[str]:
    """A4.1-2: a player who must trump beats the trumps that lie; if he cannot, `undertrump` decides."""
    trumps, higher = of_suit(hand, trump), beating(hand, trick, trump)
    if higher:
        return higher
    if rules["undertrump"] == "compulsory":
        return trumps
    if rules["undertrump"] == "free":
        return hand
    return [card for card in hand if card not in trumps] or trumps


def legal_cards(hand: Sequence[str], trick: Sequence[str], trump: str, rules: Rules) -> set[str]:
    """A4: the cards of the hand that may be played to the trick."""
    cards = list(hand)
    if not trick:
        return set(cards)
    led = trick[0][1]
    following = of_suit(cards, led)
    if following and led == trump:
        return set(on_a_trump_lead(following, trick, trump, rules))
    if following:
        return set(following)
    if not of_suit(cards, trump):
        return set(cards)
    if is_exempt(trick, trump, rules):
        return set(under_the_partner(cards, trick, trump, rules))
    return set(bound_to_trump(cards, trick, trump, rules))


def why_illegal(card: str, hand: Sequence[str], trick: Sequence[str], trump: str, rules: Rules) -> str | None:
    """A9: the first play rule that the card breaks, or None."""
    if card not in hand:
        return "card_not_held"
    legal = legal_cards(hand, trick, trump, rules)
    if card in legal:
        return None
    if card[1] != trick[0][1] and of_suit(hand, trick[0][1]):
        return "not_followed"
    if card[1] != trump:
        return "not_trumped" if beating(hand, trick, trump) else "not_undertrumped"
    higher = beating(sorted(legal), [card], trump)
    return "not_overtrumped" if len(higher) == len(legal) else "undertrumped"


# ---------------------------------------------------------------- A6: roem


def runs_of(cards: Sequence[str]) -> list[list[str]]:
    """A6: the maximal runs of three or more, in natural order, also in trumps, never round the corner."""
    runs: list[list[str]] = []
    for suit in SUITS:
        run: list[str] = []
        for rank in NATURAL_ORDER + "-":
            if rank + suit in cards:
                run.append(rank + suit)
                continue
            if len(run) >= 3:
                runs.append(run)
            run = []
    return runs


def combinations(cards: Sequence[str], trump: str, rules: Rules) -> list[tuple[str, int, list[str]]]:
    """A6: every combination that pays as (kind, points, its cards)."""
    found: list[tuple[str, int, list[str]]] = []
    for run in runs_of(cards):
        kind = "run3" if len(run) == 3 else "run4"
        found.append((kind, int(rules[kind]), run))
    pair = ["K" + trump, "Q" + trump]
    if all(card in cards for card in pair):
        found.append(("stuk", int(rules["stuk"]), pair))
    for rank in NATURAL_ORDER:
        four = [rank + suit for suit in SUITS]
        if all(card in cards for card in four):
            paid = int(rules["quad_points"]) if rank in str(rules["quad_ranks"]) else 0
            found.append(("quad", int(rules["four_jacks"]) if rank == "J" else paid, four))
    return [(kind, points, which) for kind, points, which in found if points > 0]


def trick_roem(cards: Sequence[str], trump: str, rules: Rules) -> tuple[int, list[str]]:
    """A6: the roem among the four cards of one trick, whoever played them."""
    found = combinations(cards, trump, rules)
    return sum(points for _, points, _ in found), sorted({kind for kind, _, _ in found})


def winning_seat(trick: Trick, trump: str) -> int:
    """A5: the seat that wins a complete trick."""
    return trick[trick_winner([card for _, card in trick], trump)][0]


def hand_roem_in_tricks(hands: Hands, tricks: Sequence[Trick], trump: str, rules: Rules) -> list[tuple[int, list[str]]]:
    """A6, roem_scope hand: each hand's combinations, in the trick where the last card of one is played."""
    where = {card: number for number, trick in enumerate(tricks) for _, card in trick}
    paid: list[list[tuple[str, int]]] = [[] for _ in tricks]
    for hand in hands:
        for kind, points, cards in combinations(hand or [], trump, rules):
            if all(card in where for card in cards):
                paid[max(where[card] for card in cards)].append((kind, points))
    whole = [found if len(trick) == 4 else [] for found, trick in zip(paid, tricks, strict=True)]
    return [(sum(points for _, points in found), sorted({kind for kind, _ in found})) for found in whole]


def hand_roem_by_trick(hands: Hands, tricks: Sequence[Trick], trump: str, rules: Rules) -> list[int]:
    """A6, roem_scope hand: the roem paid in each trick; an unfinished trick pays nothing."""
    return [points for points, _ in hand_roem_in_tricks(hands, tricks, trump, rules)]


def hand_roem(hands: Hands, tricks: Sequence[Trick], trump: str, rules: Rules) -> list[int]:
    """A6, roem_scope hand: the roem of each team, to the side that wins the trick it is paid in."""
    teams = [0, 0]
    for trick, points in zip(tricks, hand_roem_by_trick(hands, tricks, trump, rules), strict=True):
        if points:
            teams[winning_seat(trick, trump) % 2] += points
    return teams


def roem_award(points: int, claimed_by: int | None, winner_team: int, rules: Rules) -> int:
    """A6: automatic roem always counts, announced roem only when called by somebody who may call it."""
    if rules["roem_claim"] == "auto":
        return points
    if claimed_by is None or (rules["roem_claimant"] == "winners" and claimed_by != winner_team):
        return 0
    return points


# ---------------------------------------------------------------- A7-A9: scores


def check_sums(points: Sequence[int], roem: Sequence[int], tricks: Sequence[int]) -> None:
    """C: 162 points, 8 tricks, nothing negative, and no points or roem without a trick."""
    if min([*points, *roem, *tricks]) < 0 or sum(points) != 162 or sum(tricks) != 8:
        raise ValueError("the sums of the deal are impossible")
    if any(tricks[team] == 0 and (points[team] or roem[team]) for team in (0, 1)):
        raise ValueError("a side without a trick has points or roem")


def declarer_is_nat(ours: int, theirs: int, our_roem: int, their_roem: int, rules: Rules) -> bool:
    """A8: does the declaring side fall short, with roem counted where nat_counts_roem says so."""
    if rules["nat_counts_roem"] == "yes":
        ours, theirs = ours + our_roem, theirs + their_roem
    enough = {
        "more_than_half": ours > theirs,
        "at_least_half": ours >= theirs,
        "fixed_82": ours >= 82,
        "none": True,
    }
    return not enough[str(rules["nat_rule"])]


def deal_score(
    declaring_team: int, points: Sequence[int], roem: Sequence[int], tricks: Sequence[int], rules: Rules
) -> tuple[list[int], bool, bool]:
    """A7-A8: what is written for the deal, was the declarer nat, and did one side win all eight tricks."""
    check_sums(points, roem, tricks)
    us, them = declaring_team, 1 - declaring_team
    is_nat = declarer_is_nat(points[us], points[them], roem[us], roem[them], rules)
    score = [points[0] + roem[0], points[1] + roem[1]]
    if is_nat:
        score[us] = 0
        score[them] = 162 + roem[them] + (roem[us] if rules["nat_transfers_roem"] == "all" else 0)
    if tricks[us] == 8:
        score[us] += int(rules["pit_declarer"])
    if tricks[them] == 8:
        score[them] += int(rules["pit_defender"])
    nothing_for_them = points[them] == 0 and roem[them] == 0
    if nothing_for_them and not is_nat and (tricks[us] < 8 or rules["slot_with_pit"] == "yes"):
        score[us] += int(rules["slot_bonus"])
    return score, is_nat, 8 in list(tricks)


def penalty_score(offending_team: int, roem: Sequence[int], rules: Rules) -> list[int] | None:
    """A9: what the innocent side gets for a revoke that is claimed, None where the rules state nothing."""
    if rules["penalty_points"] == "none":
        return None
    innocent = 1 - offending_team
    added = {"all": roem[0] + roem[1], "victim": roem[innocent], "none": 0}[str(rules["penalty_roem"])]
    score = [0, 0]
    score[innocent] = int(rules["penalty_points"]) + int(rules["penalty_bonus"]) + added
    return score


# ---------------------------------------------------------------- A3: bidding


def turned_suits(turned: Sequence[str]) -> list[str | None]:
    """A3: suit 1, the next different suit, and the suit of the card turned after that; None = not known."""
    suits = [card[-1] for card in turned]
    others = [place for place, suit in enumerate(suits) if suit != suits[0]]
    first = suits[0] if suits else None
    second = suits[others[0]] if others else None
    third = suits[others[0] + 1] if others and others[0] + 1 < len(suits) else None
    return [first, second, third]


def calls_of_method(method: str, made: int, turned: Sequence[str]) -> list[str]:
    """A3: the calls on offer after so many calls; an empty list is a redeal."""
    suits = list(SUITS)
    others = [suit for suit in SUITS if suit != turned_suits(turned)[0]]
    pass_or_play = [["pass", "play"]]
    rounds_of_passing = {
        "pass_first_forced": [["pass", *suits]] * 4 + [suits],
        "first_must_choose": [suits],
        "turned_turned_forced": pass_or_play * 8 + [["play"]],
        "turned_turned_redeal": pass_or_play * 8 + [[]],
        "turned_turned_first_free": pass_or_play * 8 + [suits],
        "turned_then_free_dealer_forced": pass_or_play * 4 + [["pass", *others]] * 3 + [others],
        "pass_dealer_first_forced": [["pass", *suits]] * 4 + [suits],
        "pass_dealer_last_forced": [["pass", *suits]] * 3 + [suits],
    }
    return rounds_of_passing[method][made]


def calls_on_offer(made: int, seat: int, rules: Rules, turned: Sequence[str], hands: Hands | None) -> list[str]:
    """A3 (d): the method's calls, less suits not held where must_hold_trump says so, unless nothing is left."""
    calls = calls_of_method(str(rules["bidding"]), made, turned)
    hand = hands[seat] if hands else None
    if rules["must_hold_trump"] == "no" or not hand:
        return calls
    held = {card[1] for card in hand}
    meant = {call: turned_suits(turned)[made // 4] if call == "play" else call for call in calls}
    return [call for call in calls if call == "pass" or meant[call] is None or meant[call] in held] or calls


def bidding_state(
    dealer: int, calls: Sequence[str], rules: Rules, turned: Sequence[str] = (), hands: Hands | None = None
) -> dict[str, Any]:
    """A3: who must call what, or who became declarer with which trump and who leads, or a redeal."""
    first = dealer if rules["bidding"] == "pass_dealer_first_forced" else (dealer + 1) % 4
    for made in range(len(calls) + 1):
        seat = (first + made) % 4
        offer = calls_on_offer(made, seat, rules, turned, hands)
        if made == len(calls):
            return {"turn": seat, "calls": list(offer)} if offer else {"redeal": True}
        call = calls[made]
        if call not in offer:
            raise ValueError(f"seat {seat} cannot call {call}")
        if call == "pass":
            continue
        if made + 1 < len(calls):
            raise ValueError("a call after the end of the bidding")
        trump = turned_suits(turned)[made // 4] if call == "play" else call
        leader = seat if rules["first_lead"] == "declarer" else (dealer + 1) % 4
        return {"done": True, "declarer": seat, "trump": trump, "leader": leader}
    raise AssertionError("not reached")


def every_bidding(dealer: int, rules: Rules, turned: Sequence[str] = (), hands: Hands | None = None) -> Iterator[list[str]]:
    """A3: every sequence of calls that can be made, unfinished ones too."""
    waiting: list[list[str]] = [[]]
    while waiting:
        calls = waiting.pop(0)
        yield calls
        state = bidding_state(dealer, calls, rules, turned, hands)
        waiting.extend([*calls, call] for call in state.get("calls", []))


# ---------------------------------------------------------------- A10: the match


def match_state(deals_played: int, totals: Sequence[int], rules: Rules) -> dict[str, Any]:
    """A10: over after all rounds or at the target; a tie there is a draw, or a few deals more until it is broken."""
    length, tiebreak = int(rules["rounds"]) * int(rules["deals"]), int(rules["tiebreak_deals"])
    at_target = 0 < int(rules["target"]) <= max(totals)
    at_length = 0 < length <= deals_played
    if not at_target and not at_length:
        return {"over": False, "winner": None, "extra_deals": 0}
    in_tiebreak = (deals_played - length) % tiebreak if at_length and not at_target and tiebreak else 0
    if tiebreak and (in_tiebreak or totals[0] == totals[1]):
        return {"over": False, "winner": None, "extra_deals": tiebreak - in_tiebreak}
    winner = None if totals[0] == totals[1] else list(totals).index(max(totals))
    return {"over": True, "winner": winner, "extra_deals": 0}


# ---------------------------------------------------------------- a whole deal


class Replay(TypedDict):
    """What a deal comes to when its cards are played again."""

    winners: list[int]
    trick_points: list[int]
    trick_roem: list[int]
    trick_kinds: list[list[str]]
    points: list[int]
    roem: list[int]
    tricks: list[int]
    codes: list[str | None]
    score: list[int] | None
    is_nat: bool | None
    is_pit: bool | None


def play_codes(
    plays: Sequence[str], seats: Sequence[int], hands: Sequence[Sequence[str]], trump: str, rules: Rules
) -> list[str | None]:
    """A9: each card judged against what its seat still holds."""
    left = [list(hand) for hand in hands]
    codes: list[str | None] = []
    for number, (card, seat) in enumerate(zip(plays, seats, strict=True)):
        trick = list(plays[number - number % 4 : number])
        codes.append(why_illegal(card, left[seat], trick, trump, rules))
        left[seat] = [other for other in left[seat] if other != card]
    return codes


def by_team(winners: Sequence[int], amounts: Sequence[int]) -> list[int]:
    """A5-A6: what each trick is worth goes to the team of the seat that wins it."""
    return [sum(amount for seat, amount in zip(winners, amounts, strict=True) if seat % 2 == team) for team in (0, 1)]


def replay(
    plays: Sequence[str],
    seats: Sequence[int],
    hands: Sequence[Sequence[str]],
    trump: str,
    rules: Rules,
    declaring_team: int | None,
) -> Replay:
    """A1-A9: the whole deal again; an unfinished trick has no winner and an unfinished deal no score."""
    pairs = list(zip(seats, plays, strict=True))
    tricks = [pairs[start : start + 4] for start in range(0, len(pairs) // 4 * 4, 4)]
    cards = [[card for _, card in trick] for trick in tricks]
    winners = [winning_seat(trick, trump) for trick in tricks]
    worth = [trick_points(trick, trump, number == 7) for number, trick in enumerate(cards)]
    in_hand = rules["roem_scope"] == "hand"
    found = [trick_roem(trick, trump, rules) for trick in cards]
    paid = hand_roem_in_tricks(hands, tricks, trump, rules) if in_hand else found
    points, roem = by_team(winners, worth), by_team(winners, [amount for amount, _ in paid])
    won = by_team(winners, [1] * len(winners))
    complete = len(plays) == 32 and declaring_team is not None
    scored = deal_score(declaring_team or 0, points, roem, won, rules) if complete else (None, None, None)
    return {
        "winners": winners,
        "trick_points": worth,
        "trick_roem": [amount for amount, _ in paid],
        "trick_kinds": [kinds for _, kinds in paid],
        "points": points,
        "roem": roem,
        "tricks": won,
        "codes": play_codes(plays, seats, hands, trump, rules),
        "score": scored[0],
        "is_nat": scored[1],
        "is_pit": scored[2],
    }
