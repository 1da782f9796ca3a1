#!/usr/bin/env python3
"""Trains the net from games of `oxo selfplay`.

    train.py --out FOLDER [--minutes M | --epochs N] GAMES...

Writes into FOLDER:

    net.bin         the net in integers, as the engine reads it
    teacher.pt      instead of it, with --teach
    log.csv         seconds, step, losses, rate of learning
    checkpoint.pt   from which the same command goes on

The same seed, files and number of epochs give the same net on the same kind
of machine. With --minutes the clock decides, and log.csv says how many epochs
it came to. Needs PyTorch and NumPy; uses a GPU if there is one.
"""
import argparse
import os
import pathlib
import time

import needs

needs.modules("numpy", "torch")
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import numpy as np
import torch

import gamefile
import games
import model
import quantise
import teacher

HELD_OUT = 50  # one game in so many is kept for the test
NAMES = ("patterns", "meta", "forced", "target", "proven")


# ---- Data -------------------------------------------------------------------


def load(paths, options):
    """All positions of all files, as one set of arrays."""
    variants, sets = set(), []
    named = [path for path in (options.teacher, options.start) if path]
    missing = [path for path in paths + options.seen + named
               if not os.path.isfile(path)]
    if missing:
        raise SystemExit(f"{missing[0]}: not a file")
    shares = options.result_share * (
        len(paths) if len(options.result_share) == 1 else 1)
    if len(shares) != len(paths):
        raise SystemExit("--result-share: one for all files or for each")
    meaning = None
    for path, share in zip(paths, shares):
        variant, played = gamefile.read(path)
        if variant not in quantise.VARIANTS:
            raise SystemExit(f"{path}: there are no nets for {variant}")
        variants.add(variant)
        if options.fit and share > 0:
            meaning = games.meaning_of(played)
            print("scores mean {:.0f}, {:.0f}".format(*meaning), flush=True)
        sets.append(games.positions(variant, played, share,
                                    options.noisy_share, meaning))
        sets[-1]["game"] += sum(len(s["game"]) for s in sets[:-1])
    if len(variants) != 1:
        raise SystemExit(f"files of {len(variants)} variants")
    return variants.pop(), {
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
    """The net in a file, so that it can learn on."""
    other, arrays = quantise.load(path)
    if other != variant:
        raise SystemExit(f"{path}: a net for {other}, games of {variant}")
    if (len(arrays["bias"]), len(arrays["first"])) != (width, model.HEADS):
        raise SystemExit(f"{path}: a net of another shape")
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


class Trainer:
    """Everything that a checkpoint must hold is here."""

    def __init__(self, net, train, test, options):
        self.net, self.train, self.test = net, train, test
        self.options = options
        self.on_gpu = train["meta"].is_cuda
        groups = net.groups()
        for group in groups:  # a graph reads the rate where it lies
            group["lr"] = (torch.tensor(options.rate, device="cuda")
                           if self.on_gpu else options.rate)
        self.optimizer = torch.optim.AdamW(
            groups, weight_decay=options.decay, capturable=self.on_gpu)
        self.graph, self.index, self.symmetry = None, None, None
        self.loss = torch.zeros((), device=train["meta"].device)
        self.per_epoch = max(1, len(train["meta"]) // options.batch)
        self.step, self.spent, self.begun = 0, 0.0, time.monotonic()
        self.steps = 0 if options.minutes else options.epochs * self.per_epoch
        self.order = None

    def seconds(self):
        return self.spent + time.monotonic() - self.begun

    def done(self):
        """How much of the training is over, of 1."""
        return (self.step / self.steps if self.steps else
                self.seconds() / (60 * self.options.minutes))

    def choose(self):
        """The positions of this step and how they are turned: it depends on
        the seed and the step."""
        device = self.train["meta"].device
        epoch, at = divmod(self.step, self.per_epoch)
        if at == 0 or self.order is None:
            chance = torch.Generator(device=device)
            chance.manual_seed(self.options.seed * 100003 + epoch)
            count = len(self.train["meta"])
            self.order = torch.randperm(count, generator=chance, device=device)
            self.turns = torch.randint(8, (count,), generator=chance,
                                       device=device, dtype=torch.uint8)
        index = self.order[at * self.options.batch:][:self.options.batch]
        return index, self.turns[index].long()

    def learn(self):
        """One step with the positions chosen."""
        batch = take(self.train, self.index)
        loss = loss_of(self.net, {
            **batch, **self.net.turn(batch, self.symmetry)})
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.loss.copy_(loss.detach())
        self.optimizer.step()
        self.net.limit()

    def record(self):
        """On a GPU a step is some hundred small jobs, and starting them takes
        longer than doing them. Recorded once, they are started together."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self.learn()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.learn()

    def set_rate(self):
        rate = self.options.rate * (
            0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * min(self.done(), 1.0))))
        start = min(1000, self.steps // 20 + 1) if self.steps else 1000
        rate *= min(1.0, (self.step + 1) / start)  # or units die
        for group in self.optimizer.param_groups:
            if self.on_gpu:
                group["lr"].fill_(rate * group["speed"])
            else:
                group["lr"] = rate * group["speed"]
        return rate

    def advance(self):
        """One step; its loss, still on the device."""
        rate = self.set_rate()
        index, symmetry = self.choose()
        if self.graph:
            self.index.copy_(index)
            self.symmetry.copy_(symmetry)
            self.graph.replay()
        else:
            self.index, self.symmetry = index.clone(), symmetry
            if self.on_gpu:
                self.record()
            else:
                self.learn()
        self.step += 1
        return self.loss.clone(), rate

    def test_loss(self):
        count = len(self.test["meta"])
        total = 0.0
        with torch.no_grad():
            for index in torch.arange(
                    count, device=self.test["meta"].device).split(65536):
                total += loss_of(self.net, take(self.test, index)).item() * (
                    len(index))
        return total / max(count, 1)

    def constant_units(self):
        """How many of the head's first units say the same of all positions,
        and will do so for ever: a training that went wrong."""
        index = torch.arange(min(len(self.test["meta"]), 65536),
                             device=self.test["meta"].device)
        with torch.no_grad():
            units = self.net.first_layer(take(self.test, index))
        return int((units.amax(0) == units.amin(0)).sum())

    def settings(self):
        """What must be the same for a training to go on. More time or epochs
        may be given."""
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
        state = torch.load(path, map_location=self.train["meta"].device)
        if state["settings"] != self.settings():
            raise SystemExit(f"{path}: of a training with other settings")
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.spent = state["step"], state["spent"]


def fit(trainer, folder):
    """All steps that are left."""
    log = open(folder / "log.csv", "a" if trainer.step else "w",
               encoding="ascii")
    if log.tell() == 0:
        print("seconds,step,epochs,train,test,rate", file=log)
    recent, told, saved = [], trainer.done(), time.monotonic()
    while trainer.done() < 1:
        loss, rate = trainer.advance()
        recent.append(loss)
        if trainer.done() < min(told + 0.01, 1):
            continue
        told = trainer.done()
        line = (f"{trainer.seconds():.1f},{trainer.step},"
                f"{trainer.step / trainer.per_epoch:.1f},"
                f"{torch.stack(recent).mean().item():.5f},"
                f"{trainer.test_loss():.5f},{rate:.6f}")
        print(line, file=log, flush=True)
        print(line, flush=True)
        recent = []
        if time.monotonic() - saved > 60:
            saved = time.monotonic()
            trainer.save(folder / "checkpoint.pt")
    log.close()


def save_net(trainer, variant, path):
    print(f"{trainer.constant_units()} of {model.FIRST} units of the first "
          "layer are constant", flush=True)
    arrays = quantise.quantise(trainer.net)
    try:
        quantise.check(arrays)
    except ValueError as why:
        raise SystemExit(f"no net: {why}; learn more slowly (--rate)") from None
    quantise.save(path, arrays, variant)


def positive(text):
    """A number of something, one at least."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def above_0(text):
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


def share(text):
    """How much something counts, of 1."""
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError
    return number


def shares(text):
    return [share(part) for part in text.split(",")]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=pathlib.Path,
                        metavar="FOLDER")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=above_0, default=0,
                        help="learn for so long")
    length.add_argument("--epochs", type=positive, default=20,
                        help="or go through the positions so often; %(default)s")
    parser.add_argument("--batch", type=positive, default=16384,
                        help="positions of a step; %(default)s")
    parser.add_argument("--rate", type=above_0, default=0.0005,
                        help="of learning, at its highest; %(default)s")
    parser.add_argument("--decay", type=float, default=0.1,
                        help="how fast all weights shrink; %(default)s")
    parser.add_argument("--result-share", type=shares, default=[0.5],
                        help="how much results count, or S,S... for each "
                        "file; 0.5")
    parser.add_argument("--noisy-share", type=share, default=0.2,
                        help="... where a random move lies between; %(default)s")
    parser.add_argument("--fit", action="store_true",
                        help="fit what scores mean to each file's games")
    parser.add_argument("--teach", action="store_true",
                        help="train a teacher instead")
    parser.add_argument("--teacher",
                        help="learn from the teacher in this file")
    parser.add_argument("--teacher-share", type=share, default=0.5,
                        help="how much it counts where games tell, too; %(default)s")
    parser.add_argument("--seen", action="append", default=[],
                        help="positions of searches, for it to judge")
    parser.add_argument("--width", type=int, default=model.WIDTH,
                        help="numbers of a sum; the engine reads "
                        f"{model.WIDTH}")
    parser.add_argument("--start", help="learn on from the net in this file; "
                        "a teacher learns what to add to it")
    parser.add_argument("--seed", type=int, default=1,
                        help="of all that is left to chance; %(default)s")
    parser.add_argument("games", nargs="+", metavar="GAMES",
                        help="files of `oxo selfplay`, .xz or not")
    options = parser.parse_args()
    if options.seen and not options.teacher:
        parser.error("--seen needs --teacher, who judges what was seen")
    torch.manual_seed(options.seed)
    torch.use_deterministic_algorithms(True, warn_only=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise SystemExit(f"{options.out}: {why.strerror}") from None

    variant, data = load(options.games, options)
    held = data["game"] % HELD_OUT == 0
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
