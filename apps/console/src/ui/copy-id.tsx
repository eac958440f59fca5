import type { JSX } from 'react';
import { copyText } from './copy-text.js';
import { Icon } from './icons.js';
import styles from './copy-id.module.css';

/** An id that nobody reads: its end, and a button that copies the whole. */
export function CopyId({ id, shown = `…${id.slice(-8)}` }: { id: string; shown?: string }): JSX.Element {
  return (
    <span className={styles.id}>
      <code title={id}>{shown}</code>
      <button
        type="button"
        className={styles.copy}
        aria-label={`Copy ${id}`}
        onClick={() => void copyText(id)}
      >
        <Icon name="copy" size={14} />
      </button>
    </span>
  );
}
