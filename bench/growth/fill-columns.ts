/** A table's rows as one statement; $1 is the number of rows of the world. */
export interface Fill {
  readonly tables: readonly string[];
  readonly sql: string;
}

/** The id that a number stands for, the same in every table. */
export const id = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export const hash = (n: string): string => `sha256(convert_to(${n}::text, 'UTF8'))`;

/** Rows came one after the other, the last of them now. */
export const AT = `now() - ($1 - n) * interval '15 s'`;

/** As many rows as the world has, numbered `n` from 1. */
export const ROWS = 'FROM generate_series(1, $1::int) n';
