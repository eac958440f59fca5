import type { JSX, ReactNode } from 'react';
import { Icon } from './icons.js';
import styles from './failure-notice.module.css';

/** Says that something did not work, and is read out at once. */
export function FailureNotice({ children }: { children: ReactNode }): JSX.Element {
  return (
    <p ref={bringIntoView} role="alert" className={styles.failure}>
      <Icon name="warning" />
      {children}
    </p>
  );
}

/** It may stand above a long form whose button is far below. */
function bringIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' });
}
