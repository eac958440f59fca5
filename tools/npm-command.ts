/**
 * Returns the command for npm with these arguments: run by npm it is npm's own script, so that no other npm on the PATH is
 * used.
 */
export function npmCommand(args: readonly string[]): [command: string, args: readonly string[]] {
  const script = process.env.npm_execpath ?? '';
  return script.endsWith('npm-cli.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}
