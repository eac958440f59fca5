const SHELL = /(^|\/)\w*sh$/;

/**
 * Returns what to say of arguments that the caller's shell has expanded already, or never will; null where there is none.
 *
 * @param program a shell expands names itself
 * @param names variables that the child gets
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
    return `$${literal} stands in an argument, and no shell is there to expand it: use --shell -- '… $${literal} …'.`;
  if (args.includes(''))
    return `An argument is empty: your shell expands $NAME before countersign runs. Use --shell -- '… $NAME …'.`;
  return null;
}
