import { type JSX, lazy, Suspense, useState } from 'react';
import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { lengthText } from '../../ui/duration.js';
import { Icon } from '../../ui/icons.js';
import { Ago } from '../../ui/time.js';
import { LifetimesOf } from './lifetimes-of.js';
import { type Milestone, milestonesOf } from './milestones.js';
import styles from './way.module.css';

const WayTable = lazy(() => import('./way-table.js').then(({ WayTable: it }) => ({ default: it })));

export interface WayProps {
  readonly request: RequestDetail;
  /** Nothing more will happen to it. */
  readonly over: boolean;
  readonly entries: readonly TimelineEntry[];
}

/**
 * The stops of a request beside each other, the two votes of a cross-team request in lanes of their own; the same as a table.
 * Where there is no room for it, the steps below say the same, so that only lanes stay.
 */
export function Way({ request, over, entries }: WayProps): JSX.Element {
  const [asTable, setAsTable] = useState(false);
  const milestones = milestonesOf(request, entries);
  const laned = milestones.some(({ lane }) => lane !== null);
  return (
    <div className={styles.way}>
      <div className={laned ? styles.laned : styles.single}>
        {asTable ? (
          <Suspense fallback={<Stops milestones={milestones} />}>
            <WayTable milestones={milestones} />
          </Suspense>
        ) : (
          <Stops milestones={milestones} />
        )}
        <Button look="quiet" className={styles.twin} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as picture' : 'Show as table'}
        </Button>
      </div>
      <LifetimesOf request={request} over={over} />
    </div>
  );
}

function Stops({ milestones }: { milestones: readonly Milestone[] }): JSX.Element {
  return (
    <ol className={styles.stops}>
      {milestones.map(({ name, lane, at, by, part, after, icon, tone }) => (
        <li key={name} className={classNames(styles.stop, styles[tone])} data-lane={lane}>
          <span className={styles.rail}>
            <Icon name={icon} />
          </span>
          <span className={styles.words}>
            <strong>{name}</strong> {part !== null && <span>{part} </span>}
            {by !== null && <bdi>{by} </bdi>}
            {at === null ? <span>not yet</span> : <Ago at={at} />}
            {after !== null && after >= 1 && <span> after {lengthText(after)}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
