import type { JSX } from 'react';
import { isTerminal, type RequestDetail, type TimelineEntry } from '../../api/queries/requests.js';
import { ShareBar } from '../../pictures/share-bar.js';
import { lengthText } from '../../ui/duration.js';
import { useNow } from '../../ui/use-now.js';
import { type LifetimeBar, lifetimeBarsOf } from './lifetime-bars.js';
import styles from './milestone-picture.module.css';

/** A request and what has happened to it. */
export interface HistoryProps {
  readonly request: RequestDetail;
  readonly entries: readonly TimelineEntry[];
}

/** How much of each lifetime that has begun is used up; the words beside a bar say the same. */
export function LifetimesOf({ request, entries }: HistoryProps): JSX.Element {
  const bars = lifetimeBarsOf(request, isTerminal(request.status), entries, useNow(5));
  return (
    <dl className={styles.lifetimes}>
      {bars.map((bar) => (
        <div key={bar.name}>
          <dt>{bar.name}</dt>
          <dd>
            <ShareBar share={bar.run / Math.max(1, bar.whole)} state={bar.state} />
            {wordsOf(bar)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function wordsOf({ whole, run, state }: LifetimeBar): string {
  if (state === 'expired') return `expired after ${lengthText(whole)}`;
  if (state === 'ended') return `ended after ${lengthText(run)} of ${lengthText(whole)}`;
  return `${lengthText(whole - run)} of ${lengthText(whole)} left`;
}
