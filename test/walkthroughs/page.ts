import { readFileSync } from 'node:fs';

/** One block of commands of a walkthrough. */
export interface Block {
  /** Of its first command in the page, from 1. */
  readonly line: number;
  /** The number of the part that it stands in (`## 4. …`). */
  readonly part: number;
  readonly commands: string;
  /** What the page says that it prints, `…` for what differs; null where it says nothing. */
  readonly prints: string | null;
  /** The name in the comment `<!-- test: NAME: why -->` above it: the test may do this in another way. */
  readonly mark: string | null;
}

const MARK = /^<!-- test: ([^:]+): .+ -->$/;
const PART = /^## (\d+)\./;
const FENCE = /^```(\w*)$/;

/** Reads the commands of a page in their order: each `sh` block, with the `text` block below it. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  const lines = readFileSync(page, 'utf8').split('\n');
  let [part, mark] = [0, null as string | null];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    part = Number(PART.exec(line)?.[1] ?? part);
    mark = MARK.exec(line)?.[1] ?? mark;
    const language = FENCE.exec(line)?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', index + 1);
    const text = lines.slice(index + 1, end).join('\n');
    if (language === 'sh') blocks.push({ line: index + 2, part, commands: text, prints: null, mark });
    if (language === 'text') blocks.push({ ...blocks.pop()!, prints: text });
    [index, mark] = [end, null];
  }
  return blocks;
}

/**
 * Returns whether that was printed: `…` stands for anything within a line, and alone on a line for any number of lines.
 */
export function prints(expected: string, printed: string): boolean {
  const lines = expected.split('\n').map((line) => (line === '…' ? '(?:.*\n)*' : `${patternOf(line)}\n`));
  return new RegExp(`^${lines.join('')}$`).test(`${printed.trimEnd()}\n`);
}

function patternOf(line: string): string {
  return line
    .split('…')
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');
}
