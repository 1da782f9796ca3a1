"""The compact network while it learns: in floating point, but with numbers
that its file can hold. The forward pass rounds, the backward pass does not, so
the network learns to compensate the effects of rounding."""
import collections

import numpy as np
import torch

import compactfile
import model
import patterns as pt
import quantise

LIVE = len(pt.LIVE)
# How a number is written: its bits; `unit` stands for 1; `more` is added before
# rounding (quantise.MORE).
Kind = collections.namedtuple("Kind", "bits unit more", defaults=(0,))
FEATURE = Kind(8, 127)
ENCODER = {"first": FEATURE, "first_bias": FEATURE,
           "second": Kind(8, 1 << compactfile.SECOND_SHIFT),
           "second_bias": FEATURE, "own": Kind(compactfile.OWN_BITS, 127)}
REST = {"decided": FEATURE,
        **{name: Kind(bits, quantise.UNITS[name] / factor,
                      quantise.MORE.get(name, 0))
           for name, bits, factor in compactfile.REST}}


def instead(told, true):
    """`told` in the forward pass, `true` in the backward pass."""
    return true + (told - true).detach()


def whole(tensor, kind):
    """Numbers as in the file; clipped to the range of the bits."""
    most = (1 << (kind.bits - 1)) - 1
    return (tensor * kind.unit + kind.more).round().clamp(-most, most)


def rounded(parts, kinds):
    """The values that the file can hold."""
    return {name: instead((whole(parts[name], kind) - kind.more) / kind.unit,
                          parts[name]) for name, kind in kinds.items()}


def arrays_of(parts, kinds):
    return {name: whole(parts[name].detach(), kind).cpu().numpy().astype(
        np.int32) for name, kind in kinds.items()}


def clipped(features):
    return instead(features.clamp(-1, 1), features)


class Encoder(torch.nn.Module):
    """Computes features of the live patterns. The states of a pattern's eight
    lines add up to hidden numbers, and these to the features; some `rows` have
    corrections."""

    def __init__(self, hidden, rows):
        super().__init__()
        self.register_buffer("rows", torch.as_tensor(rows))
        self.parts = torch.nn.ParameterDict({
            "first": torch.randn(8 * 27, hidden) * 0.2,
            "first_bias": torch.rand(hidden) - 0.25,
            "second": torch.randn(hidden, model.FEATURES) * 0.1,
            "second_bias": torch.zeros(model.FEATURES),
            "own": torch.zeros(len(rows), model.FEATURES)})
        self.register_buffer("lines", torch.as_tensor(compactfile.LINES))
        # The same as ones and zeros, and ones where a row meets its
        # correction. A product with them adds up in the same order every
        # time, on a GPU as well.
        self.register_buffer("ones", model.lines_of_live())
        self.register_buffer("corrected", torch.zeros(LIVE, len(rows)))
        self.corrected[rows, torch.arange(len(rows))] = 1

    def plain(self, parts, sums):
        """The features without corrections."""
        hidden = (sums + parts["first_bias"]).clamp(0, 1)
        features = hidden @ parts["second"]
        # A half is rounded up, as compactfile.py does; what is less than that
        # here is so by the computer's own rounding.
        told = (features * 127 + 0.5 + 1 / 256).floor() / 127
        return clipped(instead(told, features) + parts["second_bias"])

    def forward(self):
        parts = rounded(self.parts, ENCODER)
        return clipped(self.plain(parts, self.ones @ parts["first"]) +
                       self.corrected @ parts["own"])

    def learn(self, features, common, steps, chance):
        """Learns given features, with weights by how common a pattern is. The
        rest of patterns with corrections becomes the corrections."""
        share = np.sqrt(common)
        share[self.rows.cpu().numpy()] *= 0.2
        share /= share.sum()
        adam = torch.optim.Adam(self.parts.values(), lr=0.01)
        for step in range(steps):
            for group in adam.param_groups:
                group["lr"] = 0.01 * (1 - step / steps) + 1e-4
            chosen = torch.as_tensor(chance.choice(LIVE, 1024, p=share),
                                     device=features.device)
            parts = rounded(self.parts, ENCODER)
            sums = torch.nn.functional.embedding_bag(
                self.lines[chosen], parts["first"], mode="sum")
            missed = self.plain(parts, sums) - features[chosen]
            adam.zero_grad()
            missed.square().sum(1).mean().backward()
            adam.step()
        with torch.no_grad():
            self.parts["own"].add_((features - self())[self.rows])

    def arrays(self):
        return {**arrays_of(self.parts, ENCODER),
                "rows": self.rows.cpu().numpy()}


class Compact(model.Positions):
    """The network of model.py with one head and without stakes, whose features
    come from encoders."""

    def __init__(self, arrays, encoders):
        super().__init__()
        self.encoders = torch.nn.ModuleList(encoders)
        start = {name: quantise.floats(arrays, name).float()
                 for name in quantise.UNITS}
        for name, _ in quantise.HEAD:
            start[name] = start[name].mean(0, keepdim=True)
        boards, features = start["boards"], start.pop("features")
        start["boards"] = torch.cat([boards[:9], boards[-1:]]).flatten(0, 1)
        start["decided"] = features[LIVE:LIVE + pt.DECIDED]
        self.parts = torch.nn.ParameterDict(start)

    def forward(self, batch):
        """Logarithms of the chances of win, draw and loss."""
        p = rounded(self.parts, REST)
        features = torch.cat([self.encoders[0](), p["decided"],
                              self.encoders[1]()])
        seen = self.seen(features, self.both(batch["patterns"]),
                         self.both(batch["meta"]))
        sums = (seen.flatten(2) @ p["boards"] + p["bias"] +
                self.add_forced(seen, batch["forced"],
                                p["forced"].flatten(1, 2), p["free"]))

        def layer(x, name):
            return torch.nn.functional.linear(x, p[name][0],
                                              p[f"{name}_bias"][0])
        hidden = torch.cat(sums.unbind(), 1).clamp(0, 1).square()
        hidden = layer(hidden, "first").clamp(0, 1)
        hidden = torch.cat([hidden, hidden.square()], 1)
        hidden = layer(hidden, "second").clamp(0, 1)
        win, loss = layer(hidden, "last").unbind(1)
        return torch.log_softmax(
            torch.stack([win, torch.zeros_like(win), loss], 1), 1)

    def limit(self):
        """Keeps the head's weights in the range of a byte."""
        with torch.no_grad():
            for name in ("first", "second"):
                self.parts[name].clamp_(-model.WEIGHT_LIMIT,
                                        model.WEIGHT_LIMIT)

    def arrays(self):
        """The arrays of compactfile.py."""
        return {**arrays_of(self.parts, REST),
                "encoders": [encoder.arrays() for encoder in self.encoders]}
