/** A statement whose parameters have names. */
export interface NamedStatement {
  /** The text with `$1`, `$2`, … in place of the names. */
  readonly sql: string;
  /**
   * Returns the values in the order of the placeholders.
   *
   * @throws Error for a name without a value (null is one), and for a value whose name the text does not hold
   */
  bind(values: Readonly<Record<string, unknown>>): unknown[];
}

/** `:name`; a cast (`::uuid`) is none. No text constant may hold a colon before a letter. */
const NAME = /(?<!:):([a-z]\w*)/gi;

/** Replaces each `:name` by `$n`, the same name by the same number. For statements with more parameters than one can count. */
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
