import type { paths } from '#client';

type Path = keyof paths;
type ListAt<P extends Path> = paths[P] extends { get: infer Get } ? Get : never;
type Answer<P extends Path> =
  ListAt<P> extends { responses: { 200: { content: { 'application/json': infer Rows } } } } ? Rows : never;
type Query<P extends Path> = ListAt<P> extends { parameters: { query?: infer Query } } ? Query : never;

/** A row of the list at a path, from the API description. */
export type RowOf<P extends Path> = Answer<P> extends readonly (infer Row)[] ? Row : never;

/** A displayed member of a row: text, or the names of its references. */
export type Field<Row> = {
  readonly head: string;
  /** Shown only with `-o wide` and by `show`. */
  readonly wide?: boolean;
  readonly end?: boolean;
} & (
  | { readonly cell: (row: Row) => string | number | null | undefined }
  /** References as in audit events, `team:<uuid>`; shown by name if the caller may see it. */
  | { readonly refs: (row: Row) => readonly string[] }
);

/** A filter option of `list`. */
export interface Filter<Name extends string> {
  /** In commander's form: `-p, --project <name>`; the last one names the option. */
  readonly flags: string;
  readonly text: string;
  readonly query: Name;
  /** The noun of the named row, whose id is sent. */
  readonly of?: string;
}

/** The definition of a noun, for `countersign <noun> list` and `show`. */
export interface Noun<P extends Path, Row = RowOf<P>> {
  readonly noun: string;
  readonly plural: string;
  readonly about: string;
  readonly path: P;
  /** Whether `path/{id}` exists; else `show` uses the row of the list. */
  readonly one: boolean;
  readonly fields: readonly Field<Row>[];
  readonly filters: readonly Filter<keyof Query<P> & string>[];
  /** Always sent by `list`: which of its orders the service uses. */
  readonly preset?: Query<P>;
  /** The order of `list` where the service has no such one; all rows are read for it. */
  readonly compare?: (one: Row, other: Row) => number;
  /** The row's name; also used by `show`. */
  readonly name: (row: Row) => string;
  /** The filter by name, for long lists. */
  readonly findBy?: keyof Query<P> & string;
}

/** A noun of any kind. */
export interface AnyNoun extends Omit<Noun<Path, AnyRow>, 'path' | 'filters' | 'preset' | 'findBy'> {
  readonly path: string;
  readonly filters: readonly Filter<string>[];
  readonly preset?: Readonly<Record<string, string>>;
  readonly findBy?: string;
}

export interface AnyRow {
  readonly id: string;
}

/** Returns the reference to an object, or none. */
export const refTo = (kind: string, id: string | null | undefined): string[] =>
  id === null || id === undefined ? [] : [`${kind}:${id}`];
