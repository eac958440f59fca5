import xterm from '@xterm/headless';

/** Returns every line that a terminal holds after it was written to: its screen, and all that scrolled off above. */
export async function linesLeftOn(written: string, size = { cols: 100, rows: 30 }): Promise<string[]> {
  const terminal = new xterm.Terminal({ ...size, scrollback: 100_000, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(written, done));
  const { normal, alternate, active } = terminal.buffer;
  if (active.type !== 'normal') throw new Error('The alternate screen was not left.');
  // What a terminal keeps of its alternate screen can be brought back by whoever writes to it.
  const lines = [normal, alternate].flatMap((buffer) =>
    Array.from({ length: buffer.length }, (_, at) => ({
      text: buffer.getLine(at)?.translateToString(true) ?? '',
      goesOn: buffer.getLine(at + 1)?.isWrapped === true,
    })),
  );
  terminal.dispose();
  return joined(lines);
}

/** A value that is wider than the terminal is still one value. */
function joined(lines: readonly { readonly text: string; readonly goesOn: boolean }[]): string[] {
  const whole: string[] = [];
  let part = '';
  for (const { text, goesOn } of lines) {
    part += text;
    if (goesOn) continue;
    whole.push(part);
    part = '';
  }
  return whole;
}
