import { type JSX, type ReactNode, useState } from 'react';
import { type AuditEvent, type EventProofs, verifyEvents } from '../../api/queries/audit.js';
import { sealOf } from '../../api/queries/seal-of.js';
import { messageOfError } from '../../api/error-messages.js';
import { pinnedKey } from '../../proof/pinned-key.js';
import { ActionButton } from '../../ui/button.js';
import type { Seal } from '../../ui/seal-badge.js';
import styles from './page.module.css';
import { numberText } from '../../ui/number-text.js';

const AT_ONCE = 50;

export interface VerificationState {
  readonly seals: ReadonlyMap<string, Seal>;
  readonly busy: boolean;
  readonly words: string;
  readonly verify: (rows: readonly AuditEvent[]) => Promise<void>;
}

/** Holds what the proofs of a list's rows came to. */
export function useVerification(): VerificationState {
  const [seals, setSeals] = useState<ReadonlyMap<string, Seal>>(new Map());
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const verify = async (rows: readonly AuditEvent[]): Promise<void> => {
    setBusy(true);
    try {
      const found = new Map<string, Seal>();
      let last: EventProofs | undefined;
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const part = rows.slice(at, at + AT_ONCE);
        last = await verifyEvents(part.map(({ id }) => id));
        for (const row of part) found.set(row.id, sealOf(last, row));
      }
      setSeals(found);
      setWords(summary(found, last?.head?.treeSize));
    } catch (error) {
      setWords(messageOfError(error as Error));
    }
    setBusy(false);
  };
  return { seals, busy, words, verify };
}

/** Proves the rows that are shown, in this browser, and sums up. */
export function Verification(props: {
  rows: readonly AuditEvent[];
  verification: VerificationState;
  /** What else can be done with the rows. */
  children: ReactNode;
}): JSX.Element {
  const { rows, verification, children } = props;
  return (
    <div className={styles.verification}>
      <ActionButton busy={verification.busy} icon="roles" onClick={() => void verification.verify(rows)}>
        Verify these {numberText(rows.length)}
      </ActionButton>
      <span role="status">{verification.words}</span>
      {children}
    </div>
  );
}

function summary(seals: ReadonlyMap<string, Seal>, treeSize: number | undefined): string {
  const all = [...seals.values()];
  const count = (...of: Seal[]): number => all.filter((seal) => of.includes(seal)).length;
  const broken = count('broken');
  const pinned = pinnedKey();
  const parts = [
    `${numberText(count('pinned', 'served'))} of ${numberText(all.length)} sealed`,
    ...(broken > 0 ? [`${numberText(broken)} do not match`] : []),
    ...(treeSize === undefined ? [] : [`tree of ${numberText(treeSize)} events`]),
    pinned === null
      ? 'key from this service, not pinned'
      : `key pinned ${new Date(pinned.at).toLocaleDateString(undefined, { dateStyle: 'medium' })}`,
  ];
  return `${parts.join(', ')}.`;
}
