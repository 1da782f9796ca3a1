#!/usr/bin/env python3
"""Makes a small network, which fits into one source file, from a large one.

    compact.py --out FILE [--steps N | --minutes M] NET GAMES...

Most of a network's file is the features of patterns. Here small networks of their
own compute the features: an encoder for boards, and one for the board of boards;
the commonest patterns have corrections. First the encoders learn the features of
the large network. Then everything learns the large network's chances of positions:
from the games, a few random moves away from the games, and from searches, if there
are files of these.

A weight decay determines the size of the file. It grows while FILE would be larger
than wanted, and shrinks while FILE would be smaller. compactfile.py has the format.

The same seed, files and steps give the same network on the same kind of machine.
With --minutes the clock decides, and no two runs are the same. Needs PyTorch and
NumPy; uses a GPU if there is one.
"""
import needs

needs.modules("numpy", "torch")

import numpy as np
import torch

import arguments
import compactfile
import compactnet
import files
import gamefile
import games
import learner
import model
import patterns as pt
import quantise
import wander

VARIANT = "ultimate-cg"  # CodinGame's; compact.c supports no other
NAMES = ("patterns", "meta", "forced")
SAMPLE = 8192  # positions on which the networks are compared
# The decay per step, in learning rates: the first value, and its limits.
SHRINKING, LEAST, MOST = 0.02, 0.001, 30


# ---- Positions --------------------------------------------------------------


def joined(sets):
    return {name: torch.cat([s[name] for s in sets]) for name in NAMES}


def to_device(columns, device):
    """Uses small types, because there may be many positions."""
    return {name: torch.as_tensor(columns[name].astype(np.int16),
                                  device=device) for name in NAMES}


def positions(options, device):
    """Half of them as they were played, a quarter one random move away, a
    quarter three moves away."""
    sets = []
    for path in options.games_files:
        other, played = gamefile.read(path)
        if other != VARIANT:
            raise SystemExit(f"{path}: games of {other}, but the bot plays {VARIANT}")
        sets.append(to_device(games.positions(VARIANT,
                                              played[:options.games]), device))
    batch = joined(sets)
    chance = torch.Generator(device)
    chance.manual_seed(options.seed)
    count = len(batch["meta"])
    cuts = torch.randperm(count, generator=chance, device=device).split(
        [count // 2, count // 4, count - count // 2 - count // 4])
    parts = [{name: column[cut].long() for name, column in batch.items()}
             for cut in cuts]
    for i, moves in ((1, 1), (2, 3)):
        parts[i] = wander.away(parts[i], moves, chance)
    return {name: column.short() for name, column in joined(parts).items()}


def part_of(batch, index):
    return {name: column[index].long() for name, column in batch.items()}


def commonness(patterns):
    """How often each live row occurs, in both views."""
    patterns = patterns.cpu().numpy()
    rows = np.concatenate([pt.ROW[patterns], pt.ROW[pt.SWAPPED[patterns]]])
    live = len(pt.LIVE)
    return np.bincount(rows.ravel(), minlength=live + pt.DECIDED)[:live] + 1.0


# ---- Learning ---------------------------------------------------------------


def encoders_of(large, played, options, device):
    """Encoders that have learned the large network's features."""
    chance = np.random.default_rng(options.seed)
    features = quantise.floats(large, "features").float().to(device)
    live, encoders = len(pt.LIVE), []
    for hidden, corrected, name, wanted in zip(
            compactfile.HIDDEN, compactfile.CORRECTED, ("patterns", "meta"),
            (features[:live], features[live + pt.DECIDED:])):
        common = commonness(played[name])
        rows = np.sort(np.argsort(-common, kind="stable")[:corrected])
        encoder = compactnet.Encoder(hidden, rows).to(device)
        encoder.learn(wanted, common, options.first_steps, chance)
        encoders.append(encoder)
    return encoders


def judgements(large, batch):
    """The large network's logarithms of chances, of all positions."""
    device = batch["meta"].device
    net = model.Net()
    quantise.take_over(net, large)
    net.to(device)
    every = torch.arange(len(batch["meta"]), device=device)
    with torch.no_grad():
        return torch.cat([torch.log_softmax(net(part_of(batch, index)), 1)
                          for index in every.split(65536)])


class Imitator(learner.Learner):
    """Learns given chances of positions."""

    LOWEST, RISE = 0.005, 200

    def __init__(self, net, batch, wanted, options):
        groups = [{"params": list(net.parameters()), "speed": 1.0}]
        super().__init__(torch.optim.Adam, groups, len(wanted), wanted.device,
                         options, betas=(0.9, 0.99))
        self.net, self.batch, self.wanted = net, batch, wanted
        self.steps = 0 if options.minutes else options.steps
        self.shrinking = SHRINKING
        self.kept = torch.ones((), device=self.device)  # of all parameters

    def set_rate(self):
        super().set_rate()
        self.kept.fill_(1 - self.rate * self.shrinking)

    def learn(self, index):
        wanted = self.wanted[index]
        said = self.net(part_of(self.batch, index))
        # The Kullback-Leibler divergence.
        self.descend((wanted.exp() * (wanted - said)).sum(1).mean())
        with torch.no_grad():
            for parameter in self.net.parameters():
                parameter.mul_(self.kept)
        self.net.limit()

    def steer(self):
        """Adjusts the decay towards the wanted size; returns the present size.
        """
        size = compactfile.size(self.net.arrays())
        more = np.clip(15 * (size / self.options.bytes - 1), -0.5, 0.5)
        self.shrinking = float(np.clip(self.shrinking * np.exp(more),
                                       LEAST, MOST))
        return size


def imitate(net, batch, wanted, options):
    imitator = Imitator(net, batch, wanted, options)
    for loss in imitator.run():
        size = imitator.steer()
        print(f"{imitator.seconds():.0f} s, step {imitator.step}: {loss:.5f}, "
              f"{size:.0f} bytes, rate {imitator.rate:.6f}, then shrinking by "
              f"{imitator.shrinking:.4f}", flush=True)


# ---- From file to file ------------------------------------------------------


def load(path):
    variant, arrays = quantise.load(path)
    if variant != VARIANT:
        raise SystemExit(f"{path}: a network for {variant}, but the bot plays {VARIANT}")
    if len(arrays["bias"]) != model.WIDTH:
        raise SystemExit(f"{path}: a network of another architecture")
    return arrays


def report(sets, large, small):
    """Prints how much the two networks differ."""
    for what, batch in sets.items():
        index = torch.arange(SAMPLE) * len(batch["meta"]) // SAMPLE
        part = {name: column.cpu().numpy()
                for name, column in part_of(batch, index).items()}
        wanted = quantise.scores(large, part)
        missed = abs(wanted - quantise.scores(small, part))
        print(f"{what}: scores differ by {np.median(missed):.0f} (median), "
              f"{np.sqrt((missed ** 2).mean()):.0f} (root of mean square); "
              f"they are {np.median(abs(wanted)):.0f} (median)", flush=True)


def save(net, options):
    arrays = net.arrays()
    small, packed = compactfile.expand(arrays), compactfile.pack(arrays)
    quantise.check(small)
    files.replace(options.out, packed)
    whole = quantise.pack(small, VARIANT)
    if options.expanded:
        files.replace(options.expanded, whole)
    checksum = int.from_bytes(whole[-4:], "little")
    print(f"{len(packed)} bytes, checksum {checksum:08X}")


def parse():
    parser = arguments.parser(__doc__)
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--expanded", metavar="FILE",
                        help="also write the network as an ordinary file")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--steps", type=arguments.positive, default=17000,
                        help="number of steps; default: %(default)s")
    length.add_argument("--minutes", type=arguments.above_0, default=0,
                        help="or the time, without the encoders: as "
                        "many steps as the machine makes in that time, and on "
                        "a GPU sums in whatever order is fastest")
    parser.add_argument("--first-steps", type=arguments.positive, default=6000,
                        help="steps of the encoders; default: %(default)s")
    parser.add_argument("--bytes", type=arguments.positive, default=90750,
                        help="wanted size of FILE; default: %(default)s")
    arguments.learning(parser, batch=8192, rate=0.002)
    parser.add_argument("--games", type=arguments.positive, default=20000,
                        metavar="N",
                        help="use the first N games of each file; default: %(default)s")
    parser.add_argument("--seen", action="append", default=[], metavar="FILE",
                        help="a file of positions of searches")
    parser.add_argument("net", metavar="NET", help="the large network")
    parser.add_argument("games_files", nargs="+", metavar="GAMES",
                        help="files of `oxo selfplay`, perhaps .xz")
    return parser.parse_args()


def main():
    options = parse()
    inputs = [options.net, *options.games_files, *options.seen]
    files.must_exist(inputs)
    files.must_be_writable([path for path in (options.out, options.expanded)
                            if path], inputs)
    device = learner.begin(options.seed, repeatable=not options.minutes)
    large = load(options.net)
    sets = {"games": positions(options, device)}
    if options.seen:
        sets["searches"] = joined([to_device(games.seen(path), device)
                                   for path in options.seen])
    print(", ".join(f"{len(batch['meta'])} positions of {name}"
                    for name, batch in sets.items()) + f", on {device}",
          flush=True)
    encoders = encoders_of(large, sets["games"], options, device)
    net = compactnet.Compact(large, encoders).to(device)
    report(sets, large, compactfile.expand(net.arrays()))
    batch = joined(list(sets.values()))
    imitate(net, batch, judgements(large, batch), options)
    report(sets, large, compactfile.expand(net.arrays()))
    save(net, options)


if __name__ == "__main__":
    main()
