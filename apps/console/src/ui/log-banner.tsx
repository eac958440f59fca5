import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { logWitnessQuery } from '../api/queries/log-witness.js';
import { Icon } from './icons.js';
import styles from './log-banner.module.css';
import { forkText } from './log-fork.js';

/** On pages of the audit log: says that the log is not the one that this browser knew. */
export function LogBanner(): JSX.Element | null {
  const { data } = useQuery(logWitnessQuery);
  const words = data === undefined ? null : forkText(data);
  if (words === null) return null;
  return (
    <div className={styles.banner} role="alert">
      <Icon name="failed" />
      <p>
        {words} Tell whoever is responsible for the log, before anything else.{' '}
        <Link to="/audit/log">What this browser knows</Link>
      </p>
    </div>
  );
}
