import type { JSX } from 'react';
import { fromBase64, toHex } from '../../proof/bytes.js';
import type { CheckedEvent } from '../../proof/check-events.js';
import { Icon } from '../../ui/icons.js';
import styles from './page.module.css';

/** The hashes from the leaf up to the root, and on which side each stands. */
export function ProofPath(props: { path: CheckedEvent['path']; root: string; proved: boolean }): JSX.Element {
  const { path, root, proved } = props;
  return (
    <ol className={styles.path}>
      <li>the leaf: hash of the event’s bytes</li>
      {path.map(({ hash, left }) => (
        <li key={hash}>
          {left ? 'left of it' : 'right of it'}{' '}
          <code title={hash}>{short(toHex(fromBase64(hash) ?? new Uint8Array()))}</code>
        </li>
      ))}
      <li className={styles.root}>
        <Icon name={proved ? 'check' : 'failed'} />
        {proved ? 'the signed root' : 'not the signed root'} <code title={root}>{short(root)}</code>
      </li>
    </ol>
  );
}

function short(hex: string): string {
  return `${hex.slice(0, 12)}…${hex.slice(-4)}`;
}
