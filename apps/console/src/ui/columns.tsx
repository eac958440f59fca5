import type { JSX, ReactNode } from 'react';
import styles from './columns.module.css';

/** A form, and beside it what follows from it; one below the other on small screens. */
export function Columns({ children }: { children: ReactNode }): JSX.Element {
  return <div className={styles.columns}>{children}</div>;
}
