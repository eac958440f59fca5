import type { JSX, ReactNode } from 'react';
import { Icon } from './icons.js';
import styles from './warning-notice.module.css';

/** Says what stands in the way or needs attention, before anything has failed. */
export function WarningNotice({ children }: { children: ReactNode }): JSX.Element {
  return (
    <p className={styles.warning} role="status">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}
