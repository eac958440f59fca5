import type { JSX } from 'react';
import styles from './share-bar.module.css';

export interface ShareBarProps {
  /** From 0 to 1; more is drawn as 1. */
  readonly share: number;
  /** In the colour of success once it ended before its time, of failure once it expired. */
  readonly state?: 'running' | 'ended' | 'expired';
}

/** A bar that is filled to a share, beside the words that say the same. */
export function ShareBar({ share, state }: ShareBarProps): JSX.Element {
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-state={state}
    >
      <rect className={styles.whole} width={100} height={6} />
      <rect className={styles.part} width={100 * Math.min(1, share)} height={6} />
    </svg>
  );
}
