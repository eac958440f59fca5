import { type JSX, useState } from 'react';
import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { lengthText } from '../../ui/duration.js';
import { Icon } from '../../ui/icons.js';
import { Ago } from '../../ui/time.js';
import { NOT_LOADED, useImport } from '../../ui/use-import.js';
import { useNow } from '../../ui/use-now.js';
import { LifetimesOf } from './lifetimes-of.js';
import { type Milestone, milestonesOf } from './milestones.js';
import styles from './way.module.css';

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
  const { value: Table, failed, load } = useImport(() => import('./way-table.js').then((it) => it.WayTable));
  const milestones = milestonesOf(request, entries, useNow(5));
  const laned = milestones.some(({ lane }) => lane !== null);
  const shown = asTable && Table !== null;
  const turn = (): void => {
    setAsTable(!shown);
    if (Table === null) load();
  };
  return (
    <div className={styles.way}>
      <div className={laned ? styles.laned : styles.single}>
        {shown ? <Table milestones={milestones} /> : <Stops milestones={milestones} />}
        <div className={styles.twin}>
          <Button look="quiet" onClick={turn}>
            {shown ? 'Show as picture' : 'Show as table'}
          </Button>
          {failed && <span role="alert">{NOT_LOADED}</span>}
        </div>
      </div>
      <LifetimesOf request={request} over={over} entries={entries} />
    </div>
  );
}

function Stops({ milestones }: { milestones: readonly Milestone[] }): JSX.Element {
  return (
    <ol className={styles.stops}>
      {milestones.map(({ name, lane, at, never, by, part, after, icon, tone }) => (
        <li key={name} className={classNames(styles.stop, styles[tone])} data-lane={lane}>
          <span className={styles.rail}>
            <Icon name={icon} />
          </span>
          <span className={styles.words}>
            <strong>{name}</strong> {part !== null && <span>{part} </span>}
            {by !== null && <bdi>{by} </bdi>}
            {at === null ? <span>{never ? 'never' : 'not yet'}</span> : <Ago at={at} />}
            {after !== null && after >= 1 && <span> after {lengthText(after)}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
