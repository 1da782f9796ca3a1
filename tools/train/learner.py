"""Learning, whatever is learnt: an order of the positions, a rate that rises
and falls, and steps that a GPU repeats as one job."""
import os
import time

import numpy as np
import torch


def begin(seed, repeatable=True):
    """To be called before anything is learnt; returns the device. What is
    repeatable comes out the same on the same kind of machine, but a GPU may
    take longer for it."""
    torch.manual_seed(seed)
    if repeatable:
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.use_deterministic_algorithms(repeatable, warn_only=True)
    # On a GPU products of numbers with 10 bits behind the point (TF32) instead
    # of 23: much faster, and features and a head's weights keep 7 in the end.
    torch.set_float32_matmul_precision("high")
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Learner:
    """A subclass has learn(index, ...), one step with the positions that
    choose() gave, and says how many steps there are. `options` has the rate,
    the batch, the seed and the minutes; each group its `speed`, of the rate."""

    LOWEST = 0.01  # rate in the end, of the highest
    RISE = 1000    # steps until it is highest

    def __init__(self, kind, groups, count, device, options, **settings):
        self.options, self.count, self.device = options, count, device
        self.on_gpu = device.type == "cuda"
        for group in groups:  # a graph reads the rate where it lies
            group["lr"] = (torch.tensor(options.rate, device=device)
                           if self.on_gpu else options.rate)
        self.optimizer = kind(groups, capturable=self.on_gpu, **settings)
        self.graph, self.chosen, self.order = None, None, None
        self.loss = torch.zeros((), device=device)
        self.rate = options.rate
        self.per_epoch = max(1, count // options.batch)
        self.steps = 0  # that is, the clock decides
        self.step, self.spent, self.begun = 0, 0.0, time.monotonic()

    def seconds(self):
        return self.spent + time.monotonic() - self.begun

    def done(self):
        """How much of the learning is over, of 1."""
        return (self.step / self.steps if self.steps else
                self.seconds() / (60 * self.options.minutes))

    def shuffle(self, chance):
        self.order = torch.randperm(self.count, generator=chance,
                                    device=self.device)

    def choose(self):
        """The positions of this step, for learn(): they depend on the seed
        and the step."""
        epoch, at = divmod(self.step, self.per_epoch)
        if at == 0 or self.order is None:
            chance = torch.Generator(device=self.device)
            chance.manual_seed(self.options.seed * 100003 + epoch)
            self.shuffle(chance)
        return [self.order[at * self.options.batch:][:self.options.batch]]

    def descend(self, loss):
        """What every learn() comes to."""
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.loss.copy_(loss.detach())
        self.optimizer.step()

    def record(self):
        """On a GPU a step is some hundred small jobs, and starting them takes
        longer than doing them. Recorded once, they are started together."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self.learn(*self.chosen)
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.learn(*self.chosen)

    def set_rate(self):
        """It falls like a cosine; before that it rises, or units die."""
        fallen = 0.5 * (1 + np.cos(np.pi * min(self.done(), 1.0)))
        steps = self.RISE
        if self.steps:
            steps = min(steps, self.steps // 20 + 1)
        self.rate = (self.options.rate * min(1.0, (self.step + 1) / steps) *
                     (self.LOWEST + (1 - self.LOWEST) * fallen))
        for group in self.optimizer.param_groups:
            if self.on_gpu:
                group["lr"].fill_(self.rate * group["speed"])
            else:
                group["lr"] = self.rate * group["speed"]

    def advance(self):
        """One step; its loss, still on the device."""
        self.set_rate()
        chosen = self.choose()
        if self.graph:
            for kept, new in zip(self.chosen, chosen):
                kept.copy_(new)
            self.graph.replay()
        else:
            self.chosen = [column.clone() for column in chosen]
            if self.on_gpu:
                self.record()
            else:
                self.learn(*self.chosen)
        self.step += 1
        return self.loss.clone()

    def run(self):
        """All steps that are left; gives the mean of the losses since the last
        time, about a hundred times in all."""
        recent, told = [], self.done()
        while self.done() < 1:
            recent.append(self.advance())
            if self.done() >= min(told + 0.01, 1):
                told = self.done()
                yield torch.stack(recent).mean().item()
                recent = []
