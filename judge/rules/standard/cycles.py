"""What is left open rests on itself: rings of moves advance, paradoxes fall to their option."""

from collections.abc import Iterator

from judge.rules.standard.decisions import Decisions

Node = tuple[str, int]
"""An open decision: what it is about (``move``, ``support``, ``dislodged``, ``path``) and whose."""


def resolve(decisions: Decisions) -> list[int]:
    """Settle everything. Returns the armies whose convoys a paradox rule stopped."""
    stopped: list[int] = []
    decisions.settle()
    while not decisions.is_complete:
        for core in _cores(decisions):
            armies = sorted(unit for kind, unit in core if kind == "path")
            movers = sorted(unit for kind, unit in core if kind == "move")
            if not armies:
                # A ring could stay or move: it moves.
                for unit in movers:
                    decisions.moves[unit] = True
            elif decisions.field.options.paradox == "all_hold":
                for unit in movers:
                    decisions.moves[unit] = False
                for army in armies:
                    decisions.path[army] = False
                stopped += armies
            else:
                for army in armies:
                    decisions.path[army] = False
                stopped += armies
        decisions.forget_closed()
        decisions.settle()
    return stopped


def _cores(decisions: Decisions) -> list[set[Node]]:
    """The circles of open decisions that rest on nothing else open."""
    nodes = list(decisions.open_nodes())
    known = set(nodes)
    edges = {node: [n for n in _rests_on(decisions, node) if n in known] for node in nodes}
    component = _components(nodes, edges)
    cores: dict[int, set[Node]] = {}
    leaking = set()
    for node in nodes:
        cores.setdefault(component[node], set()).add(node)
        if any(component[n] != component[node] for n in edges[node]):
            leaking.add(component[node])
    return [core for number, core in sorted(cores.items()) if number not in leaking]


def _rests_on(decisions: Decisions, node: Node) -> Iterator[Node]:
    """The decisions that one decision looks at."""
    field = decisions.field
    kind, unit = node
    if kind == "path":
        yield from (("dislodged", fleet) for fleet in field.convoyers[unit])
    elif kind == "support":
        for attacker in field.attackers.get(field.place[unit], ()):
            yield "path", attacker
            yield "move", attacker
    elif kind == "dislodged":
        yield "move", unit
        yield from (("move", a) for a in field.attackers[field.place[unit]])
    else:
        target = field.target[unit]
        for rival in field.attackers[target]:
            yield "path", rival
            yield from (("support", s) for s in field.backers[rival])
            if rival != unit:
                opponent = field.opponent[rival]
                if opponent < 0:
                    opponent = field.occupant.get(target, -1)
                if opponent >= 0:
                    yield "move", opponent
        occupant = field.occupant.get(target, -1)
        if occupant >= 0:
            yield "move", occupant
            yield from (("support", s) for s in field.backers[occupant])


def _components(nodes: list[Node], edges: dict[Node, list[Node]]) -> dict[Node, int]:
    """Tarjan's strongly connected components, without recursion."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    component: dict[Node, int] = {}
    stack: list[Node] = []
    count = 0
    for root in nodes:
        if root in index:
            continue
        work = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, ahead = work[-1]
            for following in ahead:
                if following not in index:
                    index[following] = low[following] = len(index)
                    stack.append(following)
                    work.append((following, iter(edges[following])))
                    break
                if following not in component:
                    low[node] = min(low[node], index[following])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    while True:
                        member = stack.pop()
                        component[member] = count
                        if member == node:
                            break
                    count += 1
    return component
