import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { CliError, EXIT } from '../exit.js';
import { plainText } from './plain-text.js';

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

  /** Whether somebody can be asked. `process.stdin` is not touched: a child may need it as it came. */
  get interactive(): boolean {
    return !this.#options.noInput && isatty(0) && isatty(2);
  }

  /** Writes a result. */
  write(text: string): void {
    process.stdout.write(text);
  }

  /** Says one line to whoever watches; not with --quiet. */
  say(line: string): void {
    if (!this.#options.quiet) process.stderr.write(`${plainText(line)}\n`);
  }

  /** Says one line whatever is asked for: a warning, a failure. */
  warn(line: string): void {
    process.stderr.write(`${plainText(line)}\n`);
  }

  /** Asks for one line. @throws CliError (usage) where nobody can be asked */
  async ask(question: string, insteadOf: string): Promise<string> {
    return this.#question(question, insteadOf, process.stderr);
  }

  /** Asks for one line that is not shown. @throws CliError (usage) where nobody can be asked */
  async askHidden(question: string, insteadOf: string): Promise<string> {
    const { Writable } = await import('node:stream');
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = this.#question(question, insteadOf, nowhere);
    return answer.finally(() => process.stderr.write('\n'));
  }

  /** Asks before something is taken away. @throws CliError (usage) unless the answer is yes */
  async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return;
    const answer = await this.ask(`${question} [y/N] `, '--yes');
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError(EXIT.usage, 'Nothing was changed.');
  }

  async #question(question: string, insteadOf: string, output: Writable): Promise<string> {
    if (!this.interactive)
      throw new CliError(EXIT.usage, `Nobody can be asked here: "${question.trim()}". Use ${insteadOf}.`);
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
    // After the terminal has stopped its own echo: an answer may come at once.
    process.stderr.write(plainText(question));
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
