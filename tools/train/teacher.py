"""The teacher: a network too large for playing, whose chances the small
network learns. It has features of patterns and the board to play in like the
small one; then ten boards go through residual blocks. It may start from a
small network, and learn what to add to that."""
import torch

import model
import wander

FEATURES = 64          # features of a pattern
WIDTH, BLOCKS = 1024, 8
AWAY = (1, 2, 3)       # random moves away from the games


class Block(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)
        self.first = torch.nn.Linear(width, 2 * width)
        self.second = torch.nn.Linear(2 * width, width)
        torch.nn.init.zeros_(self.second.weight)

    def forward(self, x):
        hidden = torch.nn.functional.gelu(self.first(self.norm(x)))
        return x + self.second(hidden)


class Teacher(model.Patterns):
    def __init__(self, start=None, width=WIDTH, blocks=BLOCKS):
        super().__init__(FEATURES)
        self.start = start and start.requires_grad_(False)
        self.register_buffer("boards", torch.arange(10), persistent=False)
        self.played = model.normal(10, FEATURES, deviation=0.3)
        self.first = torch.nn.Linear(10 * FEATURES, width)
        self.blocks = torch.nn.Sequential(*(Block(width)
                                            for _ in range(blocks)))
        self.norm = torch.nn.LayerNorm(width)
        self.last = torch.nn.Linear(width, 3)
        if start:
            torch.nn.init.zeros_(self.last.weight)
            torch.nn.init.zeros_(self.last.bias)

    def forward(self, batch):
        """Logits of win, draw and loss."""
        seen = self.seen(self.features(), batch["patterns"], batch["meta"])
        played = (batch["forced"][:, None] == self.boards)[:, :, None]
        seen = seen + played * self.played
        with torch.autocast(seen.device.type, torch.bfloat16,
                            enabled=seen.is_cuda):
            x = self.blocks(self.first(seen.flatten(1)))
        logits = self.last(self.norm(x.float()))
        return logits + self.start(batch) if self.start else logits

    def limit(self):
        """Its weights do not become bytes."""


def load(path):
    """The teacher in a file."""
    try:
        state = torch.load(path, map_location="cpu")
        width = state["start.bias"].shape[0] if "start.bias" in state else None
        teacher = Teacher(width and model.Net(width))
        teacher.load_state_dict(state)
    except Exception:  # whatever error another kind of file causes
        raise SystemExit(f"{path}: not a teacher of train.py --teach") from None
    return teacher


def chances(teacher, data, chance):
    """Win, draw and loss of all positions, with a random symmetry each."""
    at = data["meta"].device
    told = []
    with torch.no_grad():
        for index in torch.arange(len(data["meta"]), device=at).split(65536):
            batch = {name: data[name][index].long()
                     for name in ("patterns", "meta", "forced")}
            symmetry = torch.randint(8, (len(index),), generator=chance,
                                     device=at)
            logits = teacher(teacher.turn(batch, symmetry))
            told.append(torch.softmax(logits, 1).half())
    return torch.cat(told)


def _away(teacher, data, moves, chance):
    """Positions that many random moves away, with the teacher's chances."""
    parts = []
    every = torch.arange(len(data["meta"]), device=data["meta"].device)
    for index in every.split(1 << 20):
        batch = wander.away(
            {name: data[name][index].long()
             for name in ("patterns", "meta", "forced")}, moves, chance)
        parts.append({name: column.to(data[name].dtype)
                      for name, column in batch.items()})
    found = {name: torch.cat([part[name] for part in parts])
             for name in parts[0]}
    found["target"] = chances(teacher, found, chance)
    return found


def teach(teacher, data, seen, share, seed):
    """The training data of the small network: the games' positions, in which
    the teacher's chances count for `share` of what is not proven; as many
    positions for each entry of AWAY; and positions of searches."""
    chance = torch.Generator(device=data["meta"].device)
    chance.manual_seed(seed)
    told = chances(teacher, data, chance)
    share = torch.where(data["proven"], 0.0, share)[:, None].half()
    games = {**data, "target": share * told + (1 - share) * data["target"]}
    sets = [games] + [_away(teacher, data, moves, chance) for moves in AWAY]
    sets += [{**part, "target": chances(teacher, part, chance)}
             for part in seen]
    return {name: torch.cat([s[name] for s in sets]) for name in sets[1]}
