"""A second reading of control (1.1, 5.5-C), supply of PP (8.1) and victory (10), written from the rules, not the code.

It knows nothing of the title: a table typed from the rules, plain dictionaries. A board is {hex: [(side, posture,
ship)]}, `held` {hex: side}.
"""

CITIES = {  # hex: (colour, value)
    "J09": ("blue", 4), "K02": ("blue", 2), "B05": ("blue", 2), "R10": ("blue", 2), "P04": ("blue", 1),
    "J08": ("blue", 1), "O08": ("blue", 1), "R09": ("blue", 1), "P07": ("blue", 1), "F08": ("blue", 1),
    "N11": ("blue", 1), "I03": ("blue", 1), "S13": ("blue", 1), "Q09": ("blue", 1),
    "M02": ("blue", 0), "O02": ("blue", 0), "M09": ("blue", 0), "L09": ("blue", 0), "C08": ("blue", 0),
    "R12": ("blue", 0), "Q07": ("blue", 0), "P08": ("blue", 0), "R11": ("blue", 0), "M04": ("blue", 0),
    "I06": ("blue", 0), "L07": ("blue", 0), "D08": ("blue", 0), "L03": ("blue", 0), "J04": ("blue", 0),
    "D10": ("blue", 0),
    "G11": ("red", 4), "H10": ("red", 3), "I08": ("red", 3), "E09": ("red", 2), "D07": ("red", 1), "H12": ("red", 1),
    "C07": ("red", 1), "I09": ("red", 1), "F11": ("red", 1), "I11": ("red", 1), "D09": ("red", 0), "I13": ("red", 0),
    "E07": ("red", 0), "F12": ("red", 0),
    "H11": ("green", 2), "L12": ("green", 1), "H06": ("green", 1), "F09": ("green", 1), "G03": ("green", 1),
    "SICILY": ("green", 4),
}  # fmt: skip
ISLANDS = (
    "N11",
    "I13",
    "O08",
    "P07",
    "S13",
    "L12",
    "L03",
    "M04",
    "L07",
    "M09",
    "R12",
    "C08",
    "D10",
    "B05",
    "C07",
    "Q09",
)
OWNER = {"blue": "athens", "red": "sparta"}
OTHER = {"athens": "sparta", "sparta": "athens"}


def postures(board, hex, side):
    return [posture for whose, posture, _ in board.get(hex, []) if whose == side]


def after_captures(board, held):
    """5.5-C, 6.7-B: the board after the sieges of cities that have lost their last defender."""
    board = {hex: list(blocks) for hex, blocks in board.items()}
    for hex, owner in held.items():
        outside = [p for p in postures(board, hex, OTHER[owner]) if p in ("SIEGING", "BLOCKADING")]
        inside = [p for p in postures(board, hex, owner) if p in ("BESIEGED", "FIELD")]
        if outside and not inside:
            board[hex] = [
                (side, "BLOCKADING" if side == owner else "FIELD", ship) for side, _, ship in board[hex]
            ]  # fmt: skip
    return board


def occupier(board, hex):
    """1.1-B."""
    for side in OTHER:
        if "BESIEGED" in postures(board, hex, side):
            return side
    there = [side for side in OTHER if "FIELD" in postures(board, hex, side)]
    return there[0] if len(there) == 1 else None


def control(board, held):
    """1.1-B to 1.1-D, 9.5-F: who controls each city once the Phase is over; RULING-74: nothing new before a battle."""
    contested = [hex for hex in held if all("FIELD" in postures(board, hex, side) for side in OTHER)]
    return {
        hex: occupier(board, hex) or (owner if hex in contested or CITIES[hex][0] == "green" else OWNER[CITIES[hex][0]])
        for hex, owner in held.items()
    }


def counts(board, hex):
    """5.5-A, 8.1-A: neither besieged nor blockaded."""
    every = postures(board, hex, "athens") + postures(board, hex, "sparta")
    return "BLOCKADING" not in every and not ("BESIEGED" in every and "SIEGING" in every)


def supply(board, held, side):
    """8.1-A."""
    return sum(CITIES[hex][1] for hex, owner in held.items() if owner == side and counts(board, hex))


def points(board, held, side, supported):
    """10.2-A, 10.2-B."""
    total = supply(board, held, side)
    if side == "sparta" and supported and held["R10"] == "sparta" and counts(board, "R10"):
        total -= 2
    return total


def sudden(board, held, supported):
    """10.1-A, RULING-31."""
    taken = [side for side, hex in (("sparta", "J09"), ("athens", "G11")) if occupier(board, hex) == side]
    if len(taken) == 2:
        return (
            "sparta"
            if points(board, held, "sparta", supported) > points(board, held, "athens", supported)
            else "athens"
        )
    return taken[0] if taken else None
