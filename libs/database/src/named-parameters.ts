/** A statement with named parameters. */
export interface NamedStatement {
  /** The text with `$1`, `$2`, … in place of the names. */
  readonly sql: string;
  /**
   * Returns the values in the order of the placeholders.
   *
   * @throws Error for a name without a value (null is a value), and for a value whose name does not occur in the text
   */
  bind(values: Readonly<Record<string, unknown>>): unknown[];
}

/** `:name`, but not a cast (`::uuid`). A text constant must not contain a colon before a letter. */
const NAME = /(?<!:):([a-z]\w*)/gi;

/** Replaces each `:name` by `$n`, a repeated name by the same number. For statements with many parameters. */
export function namedParameters(text: string): NamedStatement {
  const names: string[] = [];
  const sql = text.replace(NAME, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return {
    sql,
    bind(values) {
      const unknown = Object.keys(values).filter((name) => !names.includes(name));
      if (unknown.length > 0) throw new Error(`The statement has no parameter ${unknown.join(', ')}.`);
      const missing = names.filter((name) => values[name] === undefined);
      if (missing.length > 0) throw new Error(`The statement lacks a value for ${missing.join(', ')}.`);
      return names.map((name) => values[name]);
    },
  };
}
