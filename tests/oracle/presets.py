"""Section C: the named rule sets, and which of their fields can be read in other ways."""

from collections.abc import Mapping, Sequence

Value = str | int
Rules = Mapping[str, Value]

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
