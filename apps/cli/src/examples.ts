/** Returns examples for `addHelpText('after', …)`: the help, the reference and the man page show them. Each is a line for a shell. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  countersign ${line}`).join('\n')}`;
}
