import type { JSX, ReactNode } from 'react';
import styles from './code-block.module.css';

/** Commands or text to copy. */
export function CodeBlock({ label, children }: { label: string; children: ReactNode }): JSX.Element {
  return (
    <pre className={styles.code} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
