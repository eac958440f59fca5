import type { Paint } from './paint.js';

/** One line per program of the start, with the time it took. */
export class Progress {
  constructor(
    private readonly out: { write(text: string): unknown },
    private readonly paint: Paint,
  ) {}

  /** Runs the step, which returns a summary. */
  async of(name: string, step: () => Promise<string>): Promise<void> {
    const from = performance.now();
    const news = await step();
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    this.out.write(`  ${name.padEnd(10)} ${news} ${this.paint.dim(`(${seconds} s)`)}\n`);
  }
}
