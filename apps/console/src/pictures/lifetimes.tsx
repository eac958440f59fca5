import type { JSX } from 'react';
import type { Workflow } from '../api/queries/workflows.js';
import { lengthText } from '../ui/duration.js';
import styles from './lifetimes.module.css';
import { ShareBar } from './share-bar.js';

/** The lifetimes of a workflow, in the order in which they begin. */
export const LIFETIMES = {
  request_ttl_seconds: ['A request waits for approval', 'from when it is made'],
  fill_ttl_seconds: ['Another team provides values', 'from when a cross-team request is made'],
  wrap_ttl_created_seconds: ['Values wait for approval', 'from when they are given in'],
  wrap_ttl_approved_seconds: ['Values wait for an agent', 'from the approval'],
  wrap_ttl_claimed_seconds: ['Values are there to retrieve', 'from when an agent took the request'],
} as const satisfies Partial<Record<keyof Workflow, readonly [string, string]>>;

export type Lifetime = keyof typeof LIFETIMES;
/** As long as the service lets anything live. */
const LONGEST = 2_592_000;

/** How long each step of a request may take, as bars. Their length grows with the logarithm: seconds stay seen beside days. */
export function Lifetimes({ of }: { of: Readonly<Record<Lifetime, number>> }): JSX.Element {
  return (
    <dl className={styles.lifetimes}>
      {(Object.keys(LIFETIMES) as Lifetime[]).map((name) => {
        const [what, since] = LIFETIMES[name];
        const seconds = of[name];
        const share = Number.isFinite(seconds) && seconds > 0 ? Math.log(seconds + 1) / Math.log(LONGEST) : 0;
        return (
          <div key={name}>
            <dt>
              {what} <span className={styles.since}>{since}</span>
            </dt>
            <dd>
              <ShareBar share={share} />
              {seconds > 0 ? lengthText(seconds) : '–'}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
