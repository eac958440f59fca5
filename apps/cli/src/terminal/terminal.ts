import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { CliError, EXIT } from '../exit.js';
import { plainLine } from './plain-text.js';

export interface TerminalOptions {
  readonly noInput: boolean;
  readonly quiet: boolean;
}

/** Results go to stdout; messages, questions and progress to stderr, so that a pipe carries results alone. */
export class Terminal {
  readonly #options: TerminalOptions;

  constructor(options: TerminalOptions) {
    this.#options = options;
  }

  /** Whether prompting is possible. `process.stdin` is not touched, because a child process may inherit it. */
  get interactive(): boolean {
    return !this.#options.noInput && isatty(0) && isatty(2);
  }

  /** Writes a result. */
  write(text: string): void {
    process.stdout.write(text);
  }

  /** Writes a progress message to stderr, on one line; not with --quiet. */
  say(line: string): void {
    if (!this.#options.quiet) process.stderr.write(`${plainLine(line)}\n`);
  }

  /** Writes a warning or failure to stderr, on one line, also with --quiet. */
  warn(line: string): void {
    process.stderr.write(`${plainLine(line)}\n`);
  }

  /** Prompts for one line. @throws CliError (usage) without a terminal */
  async ask(question: string, insteadOf: string): Promise<string> {
    return this.#question(question, insteadOf, process.stderr);
  }

  /** Prompts for one line without echoing it. @throws CliError (usage) without a terminal */
  async askHidden(question: string, insteadOf: string): Promise<string> {
    const { Writable } = await import('node:stream');
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = this.#question(question, insteadOf, nowhere);
    return answer.finally(() => process.stderr.write('\n'));
  }

  /** Prompts for confirmation of a destructive action. @throws CliError (usage) unless confirmed */
  async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return;
    const answer = await this.ask(`${question} [y/N] `, '--yes');
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError(EXIT.usage, 'Nothing was changed.');
  }

  async #question(question: string, insteadOf: string, output: Writable): Promise<string> {
    if (!this.interactive)
      throw new CliError(EXIT.usage, `No prompt is possible here: "${question.trim()}". Use ${insteadOf}.`);
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
    // Written after the terminal's own echo is off, because input may follow immediately.
    process.stderr.write(plainLine(question));
    try {
      return await new Promise((resolve, reject) => {
        lines.once('SIGINT', () => reject(new CliError(EXIT.interrupted, 'Interrupted.')));
        lines.once('close', () => reject(new CliError(EXIT.interrupted, 'Interrupted.')));
        void lines.question('').then(resolve, reject);
      });
    } finally {
      lines.close();
    }
  }
}
