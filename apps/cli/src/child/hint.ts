const SHELL = /(^|\/)\w*sh$/;

/**
 * Returns a hint about arguments that the caller's shell has already expanded, or that nothing will expand; null for none.
 * @param program a shell expands names itself
 * @param names the child's variables with values
 */
export function expansionHint(
  program: string,
  args: readonly string[],
  names: readonly string[],
): string | null {
  if (SHELL.test(program)) return null;
  const literal = names.find((name) =>
    args.some((arg) => new RegExp(`\\$(${name}\\b|\\{${name}\\})`).test(arg)),
  );
  if (literal !== undefined)
    return `$${literal} is in an argument that no shell expands: use --shell -- '… $${literal} …'.`;
  if (args.includes(''))
    return `An argument is empty: your shell expands $NAME before countersign runs. Use --shell -- '… $NAME …'.`;
  return null;
}
