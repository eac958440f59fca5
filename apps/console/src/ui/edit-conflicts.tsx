import type { JSX } from 'react';
import type { ChangedField } from './use-draft.js';
import styles from './changes.module.css';

export interface EditConflictsProps {
  readonly changes: readonly ChangedField[];
  readonly word: (name: string) => string;
  readonly words: (name: string, value: string | boolean) => string;
}

/** The fields that another person changed while the form was open. Fields without input show the current value. */
export function EditConflicts({ changes, word, words }: EditConflictsProps): JSX.Element | null {
  if (changes.length === 0) return null;
  return (
    <div className={styles.conflicts} role="status">
      <p>Another person changed this while you were editing. Your input is kept: save again to overwrite.</p>
      <FieldChanges {...{ changes, word, words }} />
    </div>
  );
}

/** The old and new value of each changed field. */
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
