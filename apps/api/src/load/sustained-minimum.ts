interface Sample {
  readonly at: number;
  readonly value: number;
}

/** The minimum of a measurement over the latest period. */
export class SustainedMinimum {
  /** The samples of the period, and the one before. */
  private samples: Sample[];

  /** @param startedAt when the value was 0; like all times here, milliseconds of a monotonic clock */
  constructor(
    private readonly periodMs: number,
    startedAt: number,
  ) {
    this.samples = [{ at: startedAt, value: 0 }];
  }

  /** Adds a sample and returns the minimum. */
  add(at: number, value: number): number {
    this.samples.push({ at, value });
    while (this.samples.length > 2 && this.samples[1]!.at < at - this.periodMs) this.samples.shift();
    return Math.min(...this.samples.map((sample) => sample.value));
  }
}
