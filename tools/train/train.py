#!/usr/bin/env python3
"""Trains the net from games of `oxo selfplay`.

    train.py --out FOLDER [--minutes M | --epochs N] GAMES...

Writes into FOLDER:

    net.bin         the net in integers, as the engine reads it
    log.csv         seconds, step, losses, rate of learning
    checkpoint.pt   from which the same command goes on

The same seed, files and number of epochs give the same net on the same kind
of machine. With --minutes the number of epochs follows from the speed of the
first steps, and log.csv says what it came to; a run that turns out slower
than that ends early. Needs PyTorch and NumPy; uses a
GPU if there is one.
"""
import argparse
import os
import pathlib
import time

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import numpy as np
import torch

import gamefile
import games
import model
import quantise

HELD_OUT = 50  # one game in so many is kept for the test
NAMES = ("patterns", "meta", "forced", "target")


# ---- Data -------------------------------------------------------------------


def load(paths, options):
    """All positions of all files, as one set of arrays."""
    variants, sets = set(), []
    shares = options.result_share * (
        len(paths) if len(options.result_share) == 1 else 1)
    if len(shares) != len(paths):
        raise SystemExit("--result-share: one for all files or for each")
    for path, share in zip(paths, shares):
        variant, played = gamefile.read(path)
        variants.add(variant)
        sets.append(games.positions(variant, played, share,
                                    options.noisy_share, options.fit))
        sets[-1]["game"] += sum(len(s["game"]) for s in sets[:-1])
    if len(variants) != 1:
        raise SystemExit(f"files of {len(variants)} variants")
    return variants.pop(), {
        name: np.concatenate([s[name] for s in sets]) for name in sets[0]}


def to_device(data, chosen, device):
    return {name: torch.as_tensor(data[name][chosen], device=device)
            for name in NAMES}


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
        self.optimizer = torch.optim.AdamW(
            net.groups(), lr=options.rate, weight_decay=options.decay)
        self.per_epoch = max(1, len(train["meta"]) // options.batch)
        self.step, self.steps, self.spent = 0, None, 0.0
        self.order = None

    def batch(self):
        """The batch of this step: it depends on the seed and the step."""
        device = self.train["meta"].device
        epoch, at = divmod(self.step, self.per_epoch)
        if at == 0 or self.order is None:
            chance = torch.Generator(device=device)
            chance.manual_seed(self.options.seed * 100003 + epoch)
            count = len(self.train["meta"])
            self.order = torch.randperm(count, generator=chance, device=device)
            self.symmetry = torch.randint(8, (count,), generator=chance,
                                          device=device)
        index = self.order[at * self.options.batch:][:self.options.batch]
        batch = take(self.train, index)
        return {**batch, **self.net.turn(batch, self.symmetry[index])}

    def advance(self):
        """One step; its loss, still on the device."""
        done = self.step / self.steps if self.steps else 0.0
        rate = self.options.rate * (
            0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * min(done, 1.0))))
        start = min(1000, self.steps // 20 + 1) if self.steps else 1000
        rate *= min(1.0, (self.step + 1) / start)  # or units die
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group["speed"]
        loss = loss_of(self.net, self.batch())
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.net.limit()
        self.step += 1
        return loss.detach(), rate

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
        index = torch.arange(min(len(self.test["meta"]), 65536))
        with torch.no_grad():
            units = self.net.first_layer(take(self.test, index))
        return int((units.amax(0) == units.amin(0)).sum())

    def save(self, path):
        torch.save({"net": self.net.state_dict(),
                    "optimizer": self.optimizer.state_dict(),
                    "step": self.step, "steps": self.steps,
                    "spent": self.spent}, f"{path}.new")
        os.replace(f"{path}.new", path)

    def restore(self, path):
        state = torch.load(path, map_location=self.train["meta"].device)
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.steps = state["step"], state["steps"]
        self.spent = state["spent"]


def plan(trainer, minutes):
    """How many steps fit: found from the speed of some, which count."""
    probe = min(300, 2 * trainer.per_epoch)
    for _ in range(20):  # the first ones are slower
        trainer.advance()[0].item()
    start = time.monotonic()
    for _ in range(probe):
        trainer.advance()
    trainer.train["meta"][0].item()  # waits for the device
    each = (time.monotonic() - start) / probe
    epochs = max(1, int(minutes * 60 / each / trainer.per_epoch))
    return epochs * trainer.per_epoch


def fit(trainer, folder, begun):
    """All steps that are left."""
    log = open(folder / "log.csv", "a", encoding="ascii")
    if trainer.step == 0 or log.tell() == 0:
        print("seconds,step,epochs,train,test,rate", file=log)
    every = max(10, trainer.steps // 100)
    recent, saved = [], time.monotonic()
    while trainer.step < trainer.steps:
        loss, rate = trainer.advance()
        recent.append(loss)
        if trainer.step % every and trainer.step != trainer.steps:
            continue
        seconds = trainer.spent + time.monotonic() - begun
        line = (f"{seconds:.1f},{trainer.step},"
                f"{trainer.steps // trainer.per_epoch},"
                f"{torch.stack(recent).mean().item():.5f},"
                f"{trainer.test_loss():.5f},{rate:.6f}")
        print(line, file=log, flush=True)
        print(line, flush=True)
        recent = []
        if trainer.options.minutes and (
                seconds > 1.15 * 60 * trainer.options.minutes):
            print("out of time", flush=True)
            break
        if time.monotonic() - saved > 60:
            saved = time.monotonic()
            keep(trainer, folder, begun)
    log.close()


def keep(trainer, folder, begun):
    spent = trainer.spent
    trainer.spent += time.monotonic() - begun
    trainer.save(folder / "checkpoint.pt")
    trainer.spent = spent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=0.0005)
    parser.add_argument("--decay", type=float, default=0.1)
    parser.add_argument("--result-share", default=[0.5],
                        type=lambda text: [float(s) for s in text.split(",")],
                        help="how much results count; or S,S... for each file")
    parser.add_argument("--noisy-share", type=float, default=0.2)
    parser.add_argument("--fit", action="store_true",
                        help="fit what scores mean to each file's games")
    parser.add_argument("--width", type=int, default=model.WIDTH)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("games", nargs="+")
    options = parser.parse_args()
    begun = time.monotonic()
    torch.manual_seed(options.seed)
    torch.use_deterministic_algorithms(True, warn_only=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options.out.mkdir(parents=True, exist_ok=True)

    variant, data = load(options.games, options)
    held = data["game"] % HELD_OUT == 0
    trainer = Trainer(model.Net(options.width).to(device), to_device(data, ~held, device),
                      to_device(data, held, device), options)
    print(f"{variant}: {len(held)} positions, {held.sum()} of them held out, "
          f"on {device}", flush=True)
    if (options.out / "checkpoint.pt").exists():
        trainer.restore(options.out / "checkpoint.pt")
    if not trainer.steps and options.minutes:
        left = options.minutes - (time.monotonic() - begun) / 60
        trainer.steps = plan(trainer, left)
    trainer.steps = trainer.steps or options.epochs * trainer.per_epoch
    fit(trainer, options.out, begun)
    keep(trainer, options.out, begun)
    print(f"{trainer.constant_units()} of {model.FIRST} units of the first "
          "layer are constant", flush=True)
    arrays = quantise.quantise(trainer.net)
    quantise.check(arrays)
    quantise.save(options.out / "net.bin", arrays, variant)


if __name__ == "__main__":
    main()
