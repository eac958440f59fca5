import type { JSX } from 'react';
import styles from './page.module.css';
import { type Kind, KINDS } from './search.js';
import type { RequestDraft } from './use-request-draft.js';

const LABELS: Readonly<Record<Kind, string>> = {
  read: 'Read values',
  patch: 'Change values',
  cross_team: 'Have values provided by another team',
};

/** What one can request. */
export function KindField({ draft }: { draft: RequestDraft }): JSX.Element {
  return (
    <fieldset className={styles.kinds}>
      <legend>What do you need?</legend>
      {KINDS.map((kind) => (
        <label key={kind}>
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={draft.kind === kind}
            onChange={() => draft.choose({ kind })}
          />
          {LABELS[kind]}
        </label>
      ))}
    </fieldset>
  );
}
