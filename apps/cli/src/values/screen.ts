import { emitKeypressEvents, type Key } from 'node:readline';
import { plainLine, plainText } from '../terminal/plain-text.js';
import { spanOf } from '../output/time.js';
import type { Value } from './value.js';

const SHOWN_MS = 5_000;
const TICK_MS = 1_000;
const BULLETS = '••••••••';
const ENTER = '\u001b[?1049h\u001b[?25l';
/** Cleared first, because some terminals keep the content of their alternate screen. */
const LEAVE = '\u001b[2J\u001b[H\u001b[?25h\u001b[?1049l';
const CLEAR = '\u001b[2J\u001b[H';

const QUITS = ['q', 'escape'];
/** In raw mode Ctrl-C is an ordinary key. */
const INTERRUPTS = ['c', 'd'];
const MOVES: Readonly<Record<string, 1 | -1>> = {
  ...{ down: 1, right: 1, n: 1, j: 1 },
  ...{ up: -1, left: -1, p: -1, k: -1 },
};

export interface ScreenOptions {
  readonly title: string;
  readonly keys: readonly string[];
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
  /** Retrieves a value when it is first shown. */
  readonly fetch: (key: string) => Promise<Value>;
  /** Copies a value; returns a message. */
  readonly copy: (value: Value) => string;
}

/**
 * Shows values on the terminal's alternate screen, which leaves nothing in the scrollback: one key at a time, hidden until
 * requested, and again after five seconds.
 */
export class Screen {
  readonly #values = new Map<string, Value>();
  #at = 0;
  #shown = false;
  #note = '';
  #busy = false;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #left = false;
  #done: (() => void) | undefined;
  #failed: ((error: unknown) => void) | undefined;

  constructor(private readonly work: ScreenOptions) {}

  /** Shows it until the user quits or the time is over. @throws what `fetch` throws */
  async show(): Promise<void> {
    const { stdin, stdout } = process;
    emitKeypressEvents(stdin);
    const ticking = setInterval(() => this.#tick(), TICK_MS);
    try {
      stdin.setRawMode(true);
      stdout.write(ENTER);
      stdin.on('keypress', this.#onKey).resume();
      stdout.on('resize', this.#draw);
      this.#draw();
      await new Promise<void>((done, failed) => {
        this.#done = done;
        this.#failed = failed;
      });
    } finally {
      clearInterval(ticking);
      stdin.off('keypress', this.#onKey).pause();
      stdout.off('resize', this.#draw);
      this.leave();
    }
  }

  /** Leaves the alternate screen; idempotent. */
  leave(): void {
    clearTimeout(this.#hiding);
    if (this.#left) return;
    this.#left = true;
    process.stdout.write(LEAVE);
    process.stdin.setRawMode(false);
  }

  get #key(): string {
    return this.work.keys[this.#at]!;
  }

  readonly #onKey = (_text: string | undefined, { name = '', ctrl = false }: Key): void => {
    if ((ctrl ? INTERRUPTS : QUITS).includes(name)) return this.#done?.();
    if (this.#busy || ctrl) return;
    const move = MOVES[name];
    if (move !== undefined) this.#move(move);
    else if (name === 'space') this.#want(() => this.#reveal());
    else if (name === 'c') this.#want((value) => (this.#note = this.work.copy(value)));
  };

  #move(by: 1 | -1): void {
    const { length } = this.work.keys;
    this.#at = (this.#at + by + length) % length;
    this.#note = '';
    this.#hide();
  }

  #want(use: (value: Value) => void): void {
    this.#busy = true;
    this.#note = '';
    void this.#valueOf(this.#key)
      .then(use)
      .then(this.#draw, (error: unknown) => this.#failed?.(error))
      .finally(() => (this.#busy = false));
  }

  async #valueOf(key: string): Promise<Value> {
    const value = this.#values.get(key) ?? (await this.work.fetch(key));
    this.#values.set(key, value);
    return value;
  }

  #reveal(): void {
    this.#shown = true;
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => this.#hide(), SHOWN_MS);
  }

  #hide(): void {
    clearTimeout(this.#hiding);
    this.#shown = false;
    this.#draw();
  }

  #tick(): void {
    if (performance.now() >= this.work.endsAt) this.#done?.();
    else if (!this.#shown) this.#draw();
  }

  readonly #draw = (): void => {
    if (this.#left) return;
    const { title, keys, endsAt } = this.work;
    const left = spanOf((endsAt - performance.now()) / 1000);
    const place = keys.length === 1 ? '' : `  (${this.#at + 1} of ${keys.length})`;
    const lines = [
      plainText(title),
      '',
      `${plainLine(this.#key)}${place}`,
      '',
      ...this.#lines(),
      '',
      this.#note,
      `Open for ${left}. Space shows it for 5 s, c copies${keys.length === 1 ? '' : ', ↑ ↓ another key'}, q ends.`,
    ];
    process.stdout.write(CLEAR + lines.join('\r\n'));
  };

  /** Returns the lines of the value that fit on the screen, so that it never scrolls. */
  #lines(): string[] {
    const value = this.#values.get(this.#key);
    if (!this.#shown || value === undefined) return [BULLETS];
    const text = value.text();
    if (text === null) return [`${value.bytes.length} bytes that are not text: use --to file:PATH.`];
    const { columns = 80, rows = 24 } = process.stdout;
    const most = Math.max(1, rows - 10);
    const lines = plainText(text)
      .split('\n')
      .flatMap((line) => piecesOf(line, columns - 1));
    if (lines.length <= most) return lines;
    return [...lines.slice(0, most), `… and ${lines.length - most} more lines: use --to file:PATH.`];
  }
}

function piecesOf(line: string, width: number): string[] {
  const characters = [...line];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += width)
    pieces.push(characters.slice(at, at + width).join(''));
  return pieces.length === 0 ? [''] : pieces;
}
