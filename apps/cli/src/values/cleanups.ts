import { constants } from 'node:os';

type Undo = () => void | Promise<void>;

/** Signals that would end this program, and SIGUSR1, at which Node would open its debugger. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'] as const;
const MAX_MS = 3_000;

/** Cleanup while the program holds values: at its end, or when a signal terminates it. */
export class Cleanups {
  readonly #undo: Undo[] = [];
  /** Receives signals instead of this program while a child is running. */
  forward: ((signal: NodeJS.Signals) => void) | null = null;

  constructor() {
    for (const signal of ENDING_SIGNALS) process.on(signal, this.#onSignal);
  }

  /** Adds a cleanup; they run in reverse order, each once. */
  add(undo: Undo): void {
    this.#undo.push(undo);
  }

  /** Runs all cleanups; signals have their usual effect again. */
  async end(): Promise<void> {
    await this.#all();
    for (const signal of ENDING_SIGNALS) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    if (this.forward !== null) return this.forward(signal);
    const leave = (): never => process.exit(128 + constants.signals[signal]);
    // The call to the service may hang: the service ends the session by itself as well.
    setTimeout(leave, MAX_MS).unref();
    void this.#all().then(leave);
  };

  async #all(): Promise<void> {
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) await undo();
  }
}
