import type { JSX, ReactNode } from 'react';
import styles from './two-lines.module.css';

/** What a row is, and beneath it what is said of it. For the cell of a list. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }): JSX.Element {
  return (
    <span className={styles.both}>
      {first}
      <span className={styles.second}>{second}</span>
    </span>
  );
}
