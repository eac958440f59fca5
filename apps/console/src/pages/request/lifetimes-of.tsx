import type { JSX } from 'react';
import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import { lengthText } from '../../ui/duration.js';
import { useNow } from '../../ui/use-now.js';
import { type LifetimeBar, lifetimeBarsOf } from './lifetime-bars.js';
import styles from './way.module.css';

export interface LifetimesOfProps {
  readonly request: RequestDetail;
  /** Nothing more will happen to it. */
  readonly over: boolean;
  readonly entries: readonly TimelineEntry[];
}

/** How much of each lifetime that has begun is used up; the words beside a bar say the same. */
export function LifetimesOf({ request, over, entries }: LifetimesOfProps): JSX.Element {
  const bars = lifetimeBarsOf(request, over, entries, useNow(5));
  return (
    <dl className={styles.lifetimes}>
      {bars.map((bar) => (
        <div key={bar.name}>
          <dt>{bar.name}</dt>
          <dd>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" data-state={bar.state}>
              <rect className={styles.whole} width={100} height={6} />
              <rect className={styles.run} width={(100 * bar.run) / Math.max(1, bar.whole)} height={6} />
            </svg>
            {wordsOf(bar)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function wordsOf({ whole, run, state }: LifetimeBar): string {
  if (state === 'ran out') return `ran out after ${lengthText(whole)}`;
  if (state === 'ended') return `took ${lengthText(run)} of ${lengthText(whole)}`;
  return `${lengthText(whole - run)} of ${lengthText(whole)} left`;
}
