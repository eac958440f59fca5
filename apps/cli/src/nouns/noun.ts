import type { paths } from '#client';

type Path = keyof paths;
type ListAt<P extends Path> = paths[P] extends { get: infer Get } ? Get : never;
type Answer<P extends Path> =
  ListAt<P> extends { responses: { 200: { content: { 'application/json': infer Rows } } } } ? Rows : never;
type Query<P extends Path> = ListAt<P> extends { parameters: { query?: infer Query } } ? Query : never;

/** A row of the list at a path, as the description types it. */
export type RowOf<P extends Path> = Answer<P> extends readonly (infer Row)[] ? Row : never;

/** A member of a row that people see: text, or the names of what it refers to. */
export type Field<Row> = {
  readonly head: string;
  /** Shown with `-o wide` and by `show` alone. */
  readonly wide?: boolean;
  readonly end?: boolean;
} & (
  | { readonly cell: (row: Row) => string | number | null | undefined }
  /** References as audit events write them, `team:<uuid>`; shown by name where the caller may know it. */
  | { readonly refs: (row: Row) => readonly string[] }
);

/** An option of `list` that narrows it. */
export interface Filter<Name extends string> {
  /** As commander writes them: `-p, --project <name>`; the last one names the option. */
  readonly flags: string;
  readonly text: string;
  readonly query: Name;
  /** The noun whose row is named: its id is sent. */
  readonly of?: string;
}

/** What `countersign <noun> list` and `show` need to know of one kind of thing. */
export interface Noun<P extends Path, Row = RowOf<P>> {
  readonly noun: string;
  readonly plural: string;
  readonly about: string;
  readonly path: P;
  /** Whether `path/{id}` answers too; else `show` takes the row of the list. */
  readonly one: boolean;
  readonly fields: readonly Field<Row>[];
  readonly filters: readonly Filter<keyof Query<P> & string>[];
  /** What it is called; also by `show`. */
  readonly name: (row: Row) => string;
  /** The filter that finds rows by what they are called, where lists are long. */
  readonly findBy?: keyof Query<P> & string;
}

/** Of any kind. */
export interface AnyNoun extends Omit<Noun<Path, AnyRow>, 'path' | 'filters' | 'findBy'> {
  readonly path: string;
  readonly filters: readonly Filter<string>[];
  readonly findBy?: string;
}

export interface AnyRow {
  readonly id: string;
}

/** Returns references to one thing of a kind, or none. */
export const refTo = (kind: string, id: string | null | undefined): string[] =>
  id === null || id === undefined ? [] : [`${kind}:${id}`];
