#!/usr/bin/env python3
"""Trains a network on games of `oxo selfplay`.

    train.py --out FOLDER [--minutes M | --epochs N] GAMES...

Writes to FOLDER:

    net.bin         the network in integers, for the engine
    teacher.pt      instead of net.bin, with --teach
    log.csv         seconds, step, losses, learning rate
    checkpoint.pt   from which the same command continues

The same seed, files and number of epochs give the same network on the same kind of
machine. With --minutes the clock decides, and log.csv shows the number of epochs.
Needs PyTorch and NumPy; uses a GPU if there is one.
"""
import os
import pathlib
import time

import needs

needs.modules("numpy", "torch")

import numpy as np
import torch

import arguments
import files
import gamefile
import games
import learner
import model
import quantise
import teacher

NAMES = ("patterns", "meta", "forced", "target", "proven")


# ---- Data -------------------------------------------------------------------


def load(paths, options):
    """All positions of all files, as one set of arrays."""
    variants, sets = set(), []
    named = [path for path in (options.teacher, options.start) if path]
    files.must_exist(paths + options.seen + options.labelled + named)
    shares = options.result_share * (
        len(paths) if len(options.result_share) == 1 else 1)
    if len(shares) != len(paths):
        raise SystemExit("--result-share needs one value, or one per file")
    meaning = None
    for path, share in zip(paths, shares):
        variant, played = gamefile.read(path)
        if variant not in quantise.VARIANTS:
            raise SystemExit(f"{path}: there are no networks for {variant}")
        variants.add(variant)
        if options.fit and share > 0:
            meaning = games.meaning_of(played)
            print("scores mean {:.0f}, {:.0f}".format(*meaning), flush=True)
        sets.append(games.positions(variant, played, share,
                                    options.noisy_share, meaning))
    if len(variants) != 1:
        raise SystemExit(f"files of {len(variants)} variants")
    variant = variants.pop()
    if meaning is None:
        meaning = games.CHANCES[variant]
    sets += [games.labelled(path, meaning) for path in options.labelled]
    for i, later in enumerate(sets):
        later["game"] += sum(len(s["meta"]) for s in sets[:i])
    return variant, {
        name: np.concatenate([s[name] for s in sets]) for name in sets[0]}


def to_device(data, chosen, device):
    return {name: torch.as_tensor(data[name][chosen], device=device)
            for name in NAMES}


def learn_from_teacher(data, options):
    device = data["meta"].device
    tutor = teacher.load(options.teacher).to(device)
    seen = [{name: torch.as_tensor(column, device=device)
             for name, column in games.seen(path).items()}
            for path in options.seen]
    return teacher.teach(tutor, data, seen, options.teacher_share,
                         options.seed)


def begin_with(path, variant, width):
    """Starts the training from the network in a file."""
    other, arrays = quantise.load(path)
    if other != variant:
        raise SystemExit(f"{path}: a network for {other}, but games of {variant}")
    if (len(arrays["bias"]), len(arrays["first"])) != (width, model.HEADS):
        raise SystemExit(f"{path}: a network of another architecture")
    net = model.Net(width)
    quantise.take_over(net, arrays)
    return net


def take(data, index):
    batch = {name: data[name][index].long() for name in NAMES[:3]}
    batch["target"] = data["target"][index].float()
    return batch


# ---- Training ---------------------------------------------------------------


def loss_of(net, batch):
    logs = torch.log_softmax(net(batch), 1)
    return -(batch["target"] * logs).sum(1).mean()


class Trainer(learner.Learner):
    """Everything that a checkpoint must hold."""

    def __init__(self, net, train, test, options):
        super().__init__(torch.optim.AdamW, net.groups(), len(train["meta"]),
                         train["meta"].device, options,
                         weight_decay=options.decay)
        self.net, self.train, self.test, self.turns = net, train, test, None
        self.steps = 0 if options.minutes else options.epochs * self.per_epoch

    def shuffle(self, chance):
        super().shuffle(chance)
        self.turns = torch.randint(8, (self.count,), generator=chance,
                                   device=self.device, dtype=torch.uint8)

    def choose(self):
        """Also chooses their symmetries."""
        index, = super().choose()
        return [index, self.turns[index].long()]

    def learn(self, index, symmetry):
        batch = take(self.train, index)
        self.descend(loss_of(self.net, {
            **batch, **self.net.turn(batch, symmetry)}))
        self.net.limit()

    def test_loss(self):
        count = len(self.test["meta"])
        total = 0.0
        with torch.no_grad():
            for index in torch.arange(
                    count, device=self.device).split(65536):
                total += loss_of(self.net, take(self.test, index)).item() * (
                    len(index))
        return total / max(count, 1)

    def constant_units(self):
        """How many of the head's first units have the same output for all
        positions, and always will: a sign of a failed training."""
        index = torch.arange(min(len(self.test["meta"]), 65536),
                             device=self.device)
        with torch.no_grad():
            units = self.net.first_layer(take(self.test, index))
        return int((units.amax(0) == units.amin(0)).sum())

    def settings(self):
        """What must be the same for a training to continue. More time or
        epochs may be given."""
        return {**{name: str(value)
                   for name, value in vars(self.options).items()
                   if name not in ("out", "minutes", "epochs")},
                "positions": len(self.train["meta"])}

    def save(self, path):
        torch.save({"net": self.net.state_dict(),
                    "optimizer": self.optimizer.state_dict(),
                    "step": self.step, "spent": self.seconds(),
                    "settings": self.settings()},
                   f"{path}.new")
        os.replace(f"{path}.new", path)

    def restore(self, path):
        state = torch.load(path, map_location=self.device)
        if state["settings"] != self.settings():
            raise SystemExit(f"{path}: from a training with other settings")
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.spent = state["step"], state["spent"]


def fit(trainer, folder):
    """Runs all remaining steps."""
    log = open(folder / "log.csv", "a" if trainer.step else "w",
               encoding="ascii")
    if log.tell() == 0:
        print("seconds,step,epochs,train,test,rate", file=log)
    saved = time.monotonic()
    for loss in trainer.run():
        line = (f"{trainer.seconds():.1f},{trainer.step},"
                f"{trainer.step / trainer.per_epoch:.1f},"
                f"{loss:.5f},{trainer.test_loss():.5f},{trainer.rate:.6f}")
        print(line, file=log, flush=True)
        print(line, flush=True)
        if time.monotonic() - saved > 60:
            saved = time.monotonic()
            trainer.save(folder / "checkpoint.pt")
    log.close()


def save_net(trainer, variant, path):
    print(f"{trainer.constant_units()} of {model.FIRST} units of the first "
          "layer are constant", flush=True)
    arrays = quantise.quantise(trainer.net)
    quantise.check(arrays)
    files.replace(path, quantise.pack(arrays, variant))


def parse():
    parser = arguments.parser(__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path,
                        metavar="FOLDER")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=arguments.above_0, default=0,
                        help="minutes to learn")
    length.add_argument("--epochs", type=arguments.positive, default=20,
                        help="or passes through the positions; default: "
                        "%(default)s")
    arguments.learning(parser, batch=16384, rate=0.0005)
    parser.add_argument("--decay", type=float, default=0.1,
                        help="weight decay; default: %(default)s")
    parser.add_argument("--result-share", type=arguments.shares, default=[0.5],
                        help="weight of results against scores, or one per file, "
                        "S,S...; default: 0.5")
    parser.add_argument("--noisy-share", type=arguments.share, default=0.2,
                        help="that weight if a random move follows; default: "
                        "%(default)s")
    parser.add_argument("--fit", action="store_true",
                        help="fit the meaning of scores to the games of each file")
    parser.add_argument("--teach", action="store_true",
                        help="train a teacher, not a network")
    parser.add_argument("--teacher",
                        help="learn from the teacher in this file")
    parser.add_argument("--teacher-share", type=arguments.share, default=0.5,
                        help="weight of the teacher in positions of games; "
                        "default: %(default)s")
    parser.add_argument("--seen", action="append", default=[],
                        help="positions of searches for the teacher; must not "
                        "be labelled as well")
    parser.add_argument("--labelled", action="append", default=[],
                        help="positions of searches with scores")
    parser.add_argument("--width", type=int, default=model.WIDTH,
                        help="width of an accumulator; the engine accepts "
                        f"{model.WIDTH}")
    parser.add_argument("--start", help="start from the network in this file; "
                        "a teacher learns what to add to it")
    parser.add_argument("games", nargs="+", metavar="GAMES",
                        help="files of `oxo selfplay`, perhaps .xz")
    options = parser.parse_args()
    if options.seen and not options.teacher:
        parser.error("--seen needs --teacher, who judges what was seen")
    return options


def main():
    options = parse()
    device = learner.begin(options.seed)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise SystemExit(f"{options.out}: {why.strerror}") from None

    variant, data = load(options.games, options)
    held = data["game"] % games.HELD_OUT == 0
    train = to_device(data, ~held, device)
    if options.teacher:
        train = learn_from_teacher(train, options)
    start = options.start and begin_with(options.start, variant, options.width)
    net = (teacher.Teacher(start) if options.teach else
           start or model.Net(options.width))
    trainer = Trainer(net.to(device), train, to_device(data, held, device),
                      options)
    print(f"{variant}: {len(train['meta'])} positions, {held.sum()} held out, "
          f"on {device}", flush=True)
    if (options.out / "checkpoint.pt").exists():
        trainer.restore(options.out / "checkpoint.pt")
    fit(trainer, options.out)
    trainer.save(options.out / "checkpoint.pt")
    if options.teach:
        torch.save(net.state_dict(), options.out / "teacher.pt")
    else:
        save_net(trainer, variant, options.out / "net.bin")


if __name__ == "__main__":
    main()
