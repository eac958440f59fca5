import type { JSX } from 'react';
import styles from './page.module.css';
import { type Kind, KINDS } from './ask-search.js';
import type { Wish } from './use-wish.js';

const LABELS: Readonly<Record<Kind, string>> = {
  read: 'Read values',
  patch: 'Change values',
  cross_team: 'Have values provided by another team',
};

/** What one can request. */
export function Kinds({ wish }: { wish: Wish }): JSX.Element {
  return (
    <fieldset className={styles.kinds}>
      <legend>What do you need?</legend>
      {KINDS.map((kind) => (
        <label key={kind}>
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={wish.kind === kind}
            onChange={() => wish.choose({ kind })}
          />
          {LABELS[kind]}
        </label>
      ))}
    </fieldset>
  );
}
