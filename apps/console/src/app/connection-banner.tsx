import type { JSX } from 'react';
import { connection } from '../api/connection.js';
import { Icon } from '../ui/icons.js';
import { clockTime } from '../ui/time.js';
import { useWatched } from '../ui/use-watched.js';
import styles from './connection-banner.module.css';

/** Says that the service does not answer, and since when; what is shown below is from before. */
export function ConnectionBanner(): JSX.Element {
  const since = useWatched(connection.lostSince);
  return (
    <div role="status" aria-live="polite">
      {since !== null && (
        <p className={styles.banner}>
          <Icon name="warning" />
          No answer from the service since {clockTime(since)}. Shown is what was known then.
        </p>
      )}
    </div>
  );
}
