"""Points 5, 6 and 9 to 13: convoys that threaten each other's supports."""

from judge.rules.guide.battles import fight, weigh
from judge.rules.guide.convoys import point_7_cancel_disrupted, strike
from judge.rules.guide.field import SUPPORT, Field, ListedConvoy
from judge.rules.guide.supports import point_8_convoyed_attacks_cut

Subversions = dict[int, list[tuple[int, int]]]
"""For each subverted convoy (by its army): pairs (army that threatens, supporter it attacks)."""


def points_5_to_13_convoys(field: Field) -> None:
    """Points 5 to 13: settle every convoy on the list."""
    if not field.convoys:
        return
    _loop_5_to_9(field)
    subversions = point_5_identify(field)
    if not subversions:
        return
    if _point_10_break_circles(field, subversions):
        # Point 11: the cracks let the loop clean up; then on to Point 12, not back to 10.
        _loop_5_to_9(field)
        subversions = point_5_identify(field)
    _points_12_and_13_unbreakable_circles(field, subversions)


def _loop_5_to_9(field: Field) -> None:
    """Point 9: Points 5 to 8 over and over, until they have no more effect."""
    while True:
        subversions = point_5_identify(field)
        field.note_list("Guide 5", subversions)
        _point_6_attack_fleets(field, subversions)
        disrupted = point_7_cancel_disrupted(field)
        cut = point_8_convoyed_attacks_cut(field, set(subversions))
        if not disrupted and not cut:
            return


def point_5_identify(field: Field) -> Subversions:
    """Point 5: which convoys are subverted by which, and through which support.

    A convoy is vulnerable through a support for the hold of one of its fleets, or for an attack on
    one of them; a convoyed attack on that supporter subverts it, unless they are compatriots (5.A),
    the attacker is Futile (5.B), or the target Futile or Indomitable (5.C).
    """
    found: Subversions = {}
    for army, convoy in field.convoys.items():
        supporter = field.occupant[field.target[army]]
        if (
            convoy.status == "futile"
            or supporter < 0
            or field.task[supporter] is not SUPPORT
            or field.power[supporter] == field.power[army]
        ):
            continue
        target = _vulnerable_through(field, supporter)
        if target is not None and target.status not in ("futile", "indomitable"):
            found.setdefault(target.army, []).append((army, supporter))
    return found


def _vulnerable_through(field: Field, supporter: int) -> ListedConvoy | None:
    """The convoy that a support in force makes vulnerable, if any."""
    backed = field.backs[supporter]
    if backed in field.convoy_of_fleet:
        return field.convoy_of_fleet[backed]
    aim = field.target[backed]
    return field.convoy_of_fleet.get(field.occupant[aim]) if aim >= 0 else None


def _point_6_attack_fleets(field: Field, subversions: Subversions) -> None:
    """Point 6: resolve the attacks on the fleets of the convoys that nothing subverts."""
    for army, convoy in tuple(field.convoys.items()):
        if army not in subversions:
            _attack_fleets(field, convoy, "Guide 6")


def _attack_fleets(field: Field, convoy: ListedConvoy, rule: str) -> None:
    for fleet in convoy.fleets:
        place = field.place[fleet]
        if field.attackers.get(place):
            fight(field, place, rule)


def _point_10_break_circles(field: Field, subversions: Subversions) -> bool:
    """Point 10: what would happen with the threatened support intact, and with it cut?

    Returns whether some convoy turned out Futile or Indomitable, so that its circle can be opened.
    """
    for army, pairs in subversions.items():
        convoy = field.convoys[army]
        _, supporter = pairs[0]
        intact = _would_be_disrupted(field, convoy, -1)
        cut = _would_be_disrupted(field, convoy, supporter)
        convoy.status = {
            (True, True): "futile",
            (False, False): "indomitable",
            (False, True): "confused",
            (True, False): "subverted",
        }[intact, cut]
        field.note(army, f"convoy-{convoy.status}", "Guide 10", (supporter,))
    field.note_list("Guide 10", subversions)
    statuses = {field.convoys[army].status for army in subversions}
    return bool(statuses & {"futile", "indomitable"})


def _would_be_disrupted(field: Field, convoy: ListedConvoy, without: int) -> bool:
    """Whether an attack would dislodge one of the convoy's fleets, by Point 19."""
    places = [field.place[fleet] for fleet in convoy.fleets]
    return any(weigh(field, p, without).enters for p in places if field.attackers.get(p))


def _points_12_and_13_unbreakable_circles(field: Field, subversions: Subversions) -> None:
    """Points 12 and 13: what is left are closed circles, each convoy subverted exactly once."""
    circles = [[field.convoys[army] for army in circle] for circle in _circles(subversions)]
    confused = [any(convoy.status == "confused" for convoy in circle) for circle in circles]
    for circle, is_confused in zip(circles, confused, strict=True):
        if not is_confused:
            _point_12_disrupt(field, circle)
    for circle, is_confused in zip(circles, confused, strict=True):
        if is_confused:
            _point_13_freeze(field, circle)


def _circles(subversions: Subversions) -> list[list[int]]:
    circles: list[list[int]] = []
    placed: set[int] = set()
    for first in sorted(subversions):
        circle: list[int] = []
        army = first
        while army not in placed and army in subversions:
            placed.add(army)
            circle.append(army)
            army = subversions[army][0][0]
        if circle:
            circles.append(circle)
    return circles


def _point_12_disrupt(field: Field, circle: list[ListedConvoy]) -> None:
    """Point 12: no convoy is Confused: all are disrupted, and their fleets can be dislodged."""
    for convoy in circle:
        strike(field, convoy, "convoy-circle-disrupted", "Guide 12")
    for convoy in circle:
        _attack_fleets(field, convoy, "Guide 12")


def _point_13_freeze(field: Field, circle: list[ListedConvoy]) -> None:
    """Point 13: a convoy is Confused: nothing moves there, no fleet is attacked, nothing is cut."""
    for convoy in circle:
        strike(field, convoy, "convoy-circle-frozen", "Guide 13")
        for fleet in convoy.fleets:
            place = field.place[fleet]
            for attacker in tuple(field.attackers.get(place, ())):
                field.cancel_move(attacker)
                field.note(attacker, "attack-frozen", "Guide 13", (fleet,), None, place)
