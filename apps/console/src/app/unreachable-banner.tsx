import type { JSX } from 'react';
import { reachability } from '../api/reachability.js';
import { Icon } from '../ui/icons.js';
import { clockTime } from '../ui/time.js';
import { useObservable } from '../ui/use-observable.js';
import styles from './unreachable-banner.module.css';

/** Says that the service does not answer, and since when; what is shown below is from before. */
export function UnreachableBanner(): JSX.Element {
  const since = useObservable(reachability.lostSince);
  return (
    <div role="status" aria-live="polite">
      {since !== null && (
        <p className={styles.banner}>
          <Icon name="warning" />
          The service has been unreachable since {clockTime(since)}. The page shows the last known state.
        </p>
      )}
    </div>
  );
}
