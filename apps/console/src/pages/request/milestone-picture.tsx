import { type JSX, useState } from 'react';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { lengthText } from '../../ui/duration.js';
import { Icon } from '../../ui/icons.js';
import { Ago } from '../../ui/time.js';
import { onDemand } from '../../ui/on-demand.js';
import { useNow } from '../../ui/use-now.js';
import { type HistoryProps, LifetimesOf } from './lifetimes-of.js';
import { type Milestone, milestonesOf } from './milestones.js';
import styles from './milestone-picture.module.css';

const MilestoneTable = onDemand(() => import('./milestone-table.js').then(({ MilestoneTable: it }) => it));

/**
 * The milestones of a request side by side, with a lane for each vote of a cross-team request; also as a table. On narrow
 * screens only lanes are shown: the steps below say the rest.
 */
export function MilestonePicture({ request, entries }: HistoryProps): JSX.Element {
  const [asTable, setAsTable] = useState(false);
  const milestones = milestonesOf(request, entries, useNow(5));
  const laned = milestones.some(({ lane }) => lane !== null);
  return (
    <div className={styles.picture}>
      <div className={laned ? styles.laned : styles.single}>
        {asTable ? <MilestoneTable milestones={milestones} /> : <SideBySide milestones={milestones} />}
        <Button look="quiet" className={styles.twin} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as picture' : 'Show as table'}
        </Button>
      </div>
      <LifetimesOf request={request} entries={entries} />
    </div>
  );
}

function SideBySide({ milestones }: { milestones: readonly Milestone[] }): JSX.Element {
  return (
    <ol className={styles.milestones}>
      {milestones.map(({ name, lane, at, never, by, part, after, icon, tone }) => (
        <li key={name} className={classNames(styles.milestone, styles[tone])} data-lane={lane}>
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
