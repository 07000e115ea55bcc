"""The rules of Klaverjas written a second time, slowly, with strings and lists, to check the fast ones against.

A card is "JH", a hand a list of cards, a trick a list of cards in play order, seats are 0-3 clockwise and a team
is seat % 2.  Nothing of the project is imported.  The letters A1-A10, B and C name sections of the rules text.
"""

from oracle.bidding import bidding_state, every_bidding
from oracle.presets import BASE, PRESETS, UNSETTLED, Rules, Value, with_overrides
from oracle.roem import hand_roem, hand_roem_by_trick, roem_award, runs_of, trick_roem
from oracle.scores import deal_score, match_state, penalty_score
from oracle.tricks import legal_cards, partner_is_winning, trick_points, trick_winner, why_illegal, winning_seat
from oracle.whole_deal import Replay, by_team, replay

__all__ = [
    "BASE",
    "PRESETS",
    "UNSETTLED",
    "Replay",
    "Rules",
    "Value",
    "bidding_state",
    "by_team",
    "deal_score",
    "every_bidding",
    "hand_roem",
    "hand_roem_by_trick",
    "legal_cards",
    "match_state",
    "partner_is_winning",
    "penalty_score",
    "replay",
    "roem_award",
    "runs_of",
    "trick_points",
    "trick_roem",
    "trick_winner",
    "why_illegal",
    "winning_seat",
    "with_overrides",
]
