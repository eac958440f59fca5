import { spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { isSea } from 'node:sea';
import { setTimeout as sleep } from 'node:timers/promises';
import { json } from 'node:stream/consumers';
import { findProgram } from '../child/find-program.js';
import { environmentVariable } from '../environment.js';
import { CliError, EXIT } from '../exit.js';

type Line = readonly [command: string, ...args: string[]];

/** A tool that sets the clipboard (from stdin) and prints its content. */
interface Tool {
  readonly set: Line;
  readonly get: Line;
}

const WAYLAND: Tool = { set: ['wl-copy', '--sensitive'], get: ['wl-paste', '--no-newline'] };
const X11: readonly Tool[] = [
  { set: ['xclip', '-selection', 'clipboard', '-in'], get: ['xclip', '-selection', 'clipboard', '-out'] },
  { set: ['xsel', '--clipboard', '--input'], get: ['xsel', '--clipboard', '--output'] },
];
const MACOS: Tool = { set: ['pbcopy'], get: ['pbpaste'] };
const WINDOWS: Tool = { set: ['clip'], get: ['powershell', '-NoProfile', '-Command', 'Get-Clipboard -Raw'] };
const TIMEOUT_MS = 5_000;

/** The instructions for the cleaner process, on stdin because arguments are public. */
interface Order {
  readonly afterMs: number;
  readonly salt: string;
  readonly hash: string;
}

/** The hidden command that clears the clipboard later (`addClipboardCleaner`). */
export const CLEANER = 'clear-clipboard-later';

/** The clipboard of this desktop. */
export class Clipboard {
  private constructor(private readonly tool: Tool) {}

  /** @throws CliError (usage) where no tool for it is installed */
  static find(): Clipboard {
    const tool = tools().find(({ set: [command] }) => findProgram(command).file !== null);
    if (tool) return new Clipboard(tool);
    throw new CliError(
      EXIT.usage,
      'No clipboard here: wl-copy, xclip, xsel or pbcopy is needed, and a desktop.',
    );
  }

  /** Copies a value, and schedules clearing it if the clipboard still contains it then. @throws CliError */
  put(value: Buffer, clearAfterMs: number): void {
    if (!run(this.tool.set, value)) throw new CliError(EXIT.failed, 'The clipboard did not take the value.');
    const salt = randomBytes(16).toString('hex');
    startCleaner({ afterMs: clearAfterMs, salt, hash: hashOf(value, salt) });
  }

  /** Clears it, if it contains the value with this hash. */
  clearIf({ salt, hash }: Order): void {
    const [command, ...args] = this.tool.get;
    const { stdout, status } = spawnSync(command, args, {
      ...{ timeout: TIMEOUT_MS, windowsHide: true },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (status === 0 && hashOf(stdout, salt) === hash) run(this.tool.set, Buffer.alloc(0));
    stdout?.fill(0);
  }
}

/** Runs in the detached process: waits, then clears. */
export async function clearLater(): Promise<void> {
  const order = (await json(process.stdin)) as Order;
  await sleep(order.afterMs);
  Clipboard.find().clearIf(order);
}

function tools(): readonly Tool[] {
  if (process.platform === 'darwin') return [MACOS];
  if (process.platform === 'win32') return [WINDOWS];
  const wayland = environmentVariable('WAYLAND_DISPLAY') === undefined ? [] : [WAYLAND];
  return environmentVariable('DISPLAY') === undefined ? wayland : [...wayland, ...X11];
}

/**
 * Starts this program again, detached from the terminal so that it outlives the command, with a hash instead of the value.
 */
function startCleaner(order: Order): void {
  const [node, program] = process.argv as [string, string];
  const child = spawn(node, isSea() ? [CLEANER] : [program, CLEANER], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(order));
  child.unref();
}

function run([command, ...args]: Line, input: Buffer): boolean {
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  return spawnSync(command, args, { input, stdio: [...stdio], timeout: TIMEOUT_MS }).status === 0;
}

function hashOf(value: Buffer, salt: string): string {
  return createHmac('sha256', salt).update(value).digest('hex');
}
