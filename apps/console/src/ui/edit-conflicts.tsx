import type { JSX } from 'react';
import type { ChangedField } from './use-draft.js';
import styles from './changes.module.css';

export interface EditConflictsProps {
  readonly changes: readonly ChangedField[];
  readonly word: (name: string) => string;
  readonly words: (name: string, value: string | boolean) => string;
}

/** What another person changed while a form was open. What was not touched in the form is as it is now. */
export function EditConflicts({ changes, word, words }: EditConflictsProps): JSX.Element | null {
  if (changes.length === 0) return null;
  return (
    <div className={styles.conflicts} role="status">
      <p>Changed by another person meanwhile. What you typed still stands; save it again to set it.</p>
      <FieldChanges {...{ changes, word, words }} />
    </div>
  );
}

/** What became of fields: before and after. */
export function FieldChanges({ changes, word, words }: EditConflictsProps): JSX.Element {
  return (
    <ul className={styles.changes}>
      {changes.map(({ name, from, to }) => (
        <li key={name}>
          {word(name)}: <del>{words(name, from)}</del> → <ins>{words(name, to)}</ins>
        </li>
      ))}
    </ul>
  );
}
