"""The common part of learning: the order of positions, the learning rate, and
steps that a GPU runs as one job."""
import os
import time

import numpy as np
import torch


def begin(seed, repeatable=True):
    """Must be called before anything learns; returns the device. A repeatable
    run gives the same result on the same kind of machine, but a GPU may take
    longer for it."""
    torch.manual_seed(seed)
    if repeatable:
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.use_deterministic_algorithms(repeatable, warn_only=True)
    # On a GPU, products with 10 fractional bits (TF32) instead of 23: much faster,
    # and in the end features and weights of a head have only 7.
    torch.set_float32_matmul_precision("high")
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Learner:
    """A subclass has learn(index, ...), which is one step with the positions
    of choose(), and the number of steps. `options` has the rate, the batch,
    the seed and the minutes. Each parameter group has a `speed`, which
    multiplies the rate."""

    LOWEST = 0.01  # the final rate, as a part of the highest
    RISE = 1000    # steps of warm-up

    def __init__(self, kind, groups, count, device, options, **settings):
        self.options, self.count, self.device = options, count, device
        self.on_gpu = device.type == "cuda"
        for group in groups:  # a tensor, because a recorded graph reads its address
            group["lr"] = (torch.tensor(options.rate, device=device)
                           if self.on_gpu else options.rate)
        self.optimizer = kind(groups, capturable=self.on_gpu, **settings)
        self.graph, self.chosen, self.order = None, None, None
        self.loss = torch.zeros((), device=device)
        self.rate = options.rate
        self.per_epoch = max(1, count // options.batch)
        self.steps = 0  # not repeatable: the clock decides
        self.step, self.spent, self.begun = 0, 0.0, time.monotonic()

    def seconds(self):
        return self.spent + time.monotonic() - self.begun

    def done(self):
        """The part of the learning that is done, 0..1."""
        return (self.step / self.steps if self.steps else
                self.seconds() / (60 * self.options.minutes))

    def shuffle(self, chance):
        self.order = torch.randperm(self.count, generator=chance,
                                    device=self.device)

    def choose(self):
        """The positions of this step, which depend on the seed and the step
        only."""
        epoch, at = divmod(self.step, self.per_epoch)
        if at == 0 or self.order is None:
            chance = torch.Generator(device=self.device)
            chance.manual_seed(self.options.seed * 100003 + epoch)
            self.shuffle(chance)
        return [self.order[at * self.options.batch:][:self.options.batch]]

    def descend(self, loss):
        """The end of every learn(): the gradient step."""
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.loss.copy_(loss.detach())
        self.optimizer.step()

    def record(self):
        """On a GPU a step is some hundred small jobs, and starting them takes
        longer than running them. Recorded once, they start together."""
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self.learn(*self.chosen)
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.learn(*self.chosen)

    def set_rate(self):
        """A cosine decay, after a warm-up, without which units die."""
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
        """One step; returns its loss, still on the device."""
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
        """Runs all remaining steps; yields the mean loss since the last time,
        about a hundred times in all."""
        recent, told = [], self.done()
        while self.done() < 1:
            recent.append(self.advance())
            if self.done() >= min(told + 0.01, 1):
                told = self.done()
                yield torch.stack(recent).mean().item()
                recent = []
