/** How npm is called with these arguments: under npm by its own script, so that no other npm on the PATH is taken. */
export function npmCommand(args: readonly string[]): [command: string, args: readonly string[]] {
  const script = process.env.npm_execpath ?? '';
  return script.endsWith('npm-cli.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}
