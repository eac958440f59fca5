import { constants } from 'node:os';

type Undo = () => void | Promise<void>;

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
const MAX_MS = 3_000;

/** What has to be undone before the program ends while it holds values: at its end, or when a signal ends it. */
export class Leaving {
  readonly #undo: Undo[] = [];
  /** Gets a signal instead of this program: a child that runs. */
  forward: ((signal: NodeJS.Signals) => void) | null = null;

  constructor() {
    for (const signal of ENDING_SIGNALS) process.on(signal, this.#onSignal);
  }

  /** Undone in reverse order, each once. */
  add(undo: Undo): void {
    this.#undo.push(undo);
  }

  /** Undoes everything; the signals have their usual effect again. */
  async end(): Promise<void> {
    await this.#all();
    for (const signal of ENDING_SIGNALS) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    if (this.forward !== null) return this.forward(signal);
    const leave = (): never => process.exit(128 + constants.signals[signal]);
    // What the service is told may take long: it ends the session by itself as well.
    setTimeout(leave, MAX_MS).unref();
    void this.#all().then(leave);
  };

  async #all(): Promise<void> {
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) await undo();
  }
}
