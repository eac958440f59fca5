import { useState } from 'react';
import type { Versioned } from '../api/client.js';
import { persistedInput, usePersistedInput, usePersistedState } from './persisted-input.js';
import { useVersionedEdit } from './use-versioned-edit.js';

/** What a form holds, by the name of each field. */
export type Fields = Readonly<Record<string, string | boolean>>;

export interface Draft<F> {
  readonly fields: F;
  readonly choose: (changed: Partial<F>) => void;
  /** What the person changed. */
  readonly changed: readonly (keyof F & string)[];
}

interface Typed {
  readonly target: { readonly value: string };
}
interface Ticked {
  readonly target: { readonly checked: boolean };
}
interface Bound {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: Typed) => void;
}
interface BoundBox {
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (event: Ticked) => void;
}

/** Returns what binds a field of text, or a choice, to the draft's member of that name. */
export function textOf<F extends Fields>({ fields, choose }: Draft<F>, name: keyof F & string): Bound {
  const onChange = ({ target: { value } }: Typed): void => choose({ [name]: value } as Partial<F>);
  return { name, value: String(fields[name]), onChange };
}

/** Returns what binds a box to the draft's member of that name. */
export function tickOf<F extends Fields>({ fields, choose }: Draft<F>, name: keyof F & string): BoundBox {
  const onChange = ({ target: { checked } }: Ticked): void => choose({ [name]: checked } as Partial<F>);
  return { name, checked: fields[name] === true, onChange };
}

/** A field that another person changed after the form was opened. */
export interface ChangedField {
  readonly name: string;
  readonly from: string | boolean;
  readonly to: string | boolean;
}

export interface RowDraft<F, Row> extends Draft<F> {
  /** What others changed meanwhile, as it was found when one's own change was refused. */
  readonly conflicts: readonly ChangedField[];
  /** Sends a change of the row as it was read. @throws what the call throws */
  readonly send: (change: (read: Versioned<Row>) => Promise<unknown>) => Promise<void>;
}

/** Holds what is typed into the form of a new row, and keeps it while the page is in the background. */
export function useDraft<F extends Fields>(first: F): Draft<F> {
  const [fields, setFields] = usePersistedState('form', () => first);
  const choose = (changed: Partial<F>): void => setFields((before) => ({ ...before, ...changed }));
  return { fields, choose, changed: differing(first, fields) };
}

/**
 * Holds what is typed into the form of a row. Where somebody else changed the row first, what the person did not touch
 * becomes as it is now, and what they typed stays.
 *
 * @param readAgain reads the row anew
 */
export function useRowDraft<F extends Fields, Row>(
  read: Versioned<Row>,
  fieldsOf: (row: Row) => F,
  readAgain: () => Promise<Versioned<Row>>,
): RowDraft<F, Row> {
  const [{ base, fields, conflicts }, set] = useState(() =>
    begun(fieldsOf(read.row), persistedInput<Partial<F>>('form')),
  );
  const changed = differing(base, fields);
  usePersistedInput('form', () => (changed.length === 0 ? undefined : membersOf(fields, changed)));
  const { send } = useVersionedEdit(read, async () => {
    const now = await readAgain();
    set((before) => merged(before, fieldsOf(now.row)));
    return now;
  });
  return {
    ...{ fields, conflicts, send, changed },
    choose: (changed) => set((before) => ({ ...before, fields: { ...before.fields, ...changed } })),
  };
}

interface State<F> {
  /** As the row was when it was last read. */
  readonly base: F;
  readonly fields: F;
  readonly conflicts: readonly ChangedField[];
}

function begun<F>(base: F, typed?: Partial<F>): State<F> {
  return { base, fields: { ...base, ...typed }, conflicts: [] };
}

function merged<F extends Fields>({ base, fields }: State<F>, now: F): State<F> {
  const typed = membersOf(fields, differing(base, fields));
  const conflicts = differing(base, now).map((name) => ({ name, from: base[name]!, to: now[name]! }));
  return { base: now, fields: { ...now, ...typed }, conflicts };
}

function membersOf<F extends Fields>(fields: F, names: readonly string[]): Partial<F> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<F>;
}

function differing<F extends Fields>(one: F, other: F): (keyof F & string)[] {
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}
