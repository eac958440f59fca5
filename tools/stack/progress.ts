import type { Paint } from './paint.js';

/** One line per step of the start, with its time. */
export class Progress {
  constructor(
    private readonly out: { write(text: string): unknown },
    private readonly paint: Paint,
  ) {}

  /** Runs the step and says what came of it. */
  async of<Result>(
    name: string,
    step: () => Promise<Result>,
    tell: (result: Result) => string,
  ): Promise<Result> {
    const from = performance.now();
    const result = await step();
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    this.out.write(`  ${name.padEnd(10)} ${tell(result)} ${this.paint.dim(`(${seconds} s)`)}\n`);
    return result;
  }
}
