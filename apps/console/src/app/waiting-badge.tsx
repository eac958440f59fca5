import { useQuery } from '@tanstack/react-query';
import { type JSX, useEffect } from 'react';
import { waitingCountQuery } from '../api/queries/waiting-count.js';
import { countInTitle } from '../ui/page.js';
import styles from './shell.module.css';

/** How many requests wait for the person, here and in the tab's title. */
export function WaitingBadge(): JSX.Element | null {
  const total = useQuery(waitingCountQuery).data?.total ?? 0;
  useEffect(() => countInTitle.set(total), [total]);
  if (total === 0) return null;
  return (
    <span className={styles.count}>
      {total > 99 ? '99+' : total}
      <span className="visually-hidden"> waiting for you</span>
    </span>
  );
}
