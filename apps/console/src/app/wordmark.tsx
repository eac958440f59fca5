import type { JSX } from 'react';
import styles from './wordmark.module.css';

/** The product's name with its mark: two ticks, because two people have to agree. */
export function Wordmark(): JSX.Element {
  return (
    <span className={styles.word}>
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 16 16" className={styles.mark}>
        <rect width="16" height="16" rx="4" fill="currentColor" />
        <path
          d="M3.4 8.6 5.8 11l4.2-5M8.4 10.6l.5.4 4.1-5"
          fill="none"
          stroke="var(--on)"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Countersign
    </span>
  );
}
