import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type JSX, useMemo, useState } from 'react';
import { type Agent, fleetSummaryQuery, allAgentsQuery } from '../../api/queries/fleet.js';
import { MAX_ROWS } from '../../api/queries/all-pages.js';
import { FleetStrip } from '../../pictures/fleet-strip.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/page.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { AgentsByLastSeen } from './agents-by-last-seen.js';
import { clusterCounts } from './cluster-counts.js';
import styles from './page.module.css';
import { Versions } from './versions.js';
import { numberText } from '../../ui/number-text.js';

/** The pictures that stand above the table at first. */
const AT_FIRST = 4;

/** The whole fleet, cluster by cluster: those with silent agents first. */
export function Clusters(): JSX.Element {
  const [shown, setShown] = useState(AT_FIRST);
  const { data, error, refetch } = useQuery(fleetSummaryQuery);
  const { data: agents } = useQuery(allAgentsQuery);
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton lines={3} />;
  const clusters = clusterCounts(data.by_cluster);
  return (
    <Section title="Clusters">
      <Waiting jobs={data.jobs} />
      <Versions clusters={data.by_cluster} />
      {clusters.slice(0, shown).map(({ cluster, active, awaited, silent, revoked }) => (
        <div key={cluster} className={styles.cluster}>
          <h3>{cluster ?? 'Without a cluster'}</h3>
          <p>
            {numberText(active)} alive,{' '}
            {silent > 0 ? <strong className={styles.silent}>{numberText(silent)} silent</strong> : '0 silent'}
            {awaited > 0 && (
              <>
                , <strong className={styles.awaited}>{numberText(awaited)} without a heartbeat yet</strong>
              </>
            )}
            , {numberText(revoked)} revoked
          </p>
          {agents && <Strip cluster={cluster} agents={agents} />}
        </div>
      ))}
      {clusters.length > shown && (
        <p>
          <Button onClick={() => setShown(Infinity)}>
            {numberText(clusters.length - shown)} more clusters
          </Button>
        </p>
      )}
      {agents && agents.length >= MAX_ROWS && (
        <p>The cells and their table show the {numberText(MAX_ROWS)} agents that enrolled first.</p>
      )}
      {agents && agents.length > 0 && <AgentsByLastSeen agents={agents} />}
    </Section>
  );
}

function Strip({ cluster, agents }: { cluster: string | null; agents: readonly Agent[] }): JSX.Element {
  const navigate = useNavigate();
  const own = useMemo(() => agents.filter(({ scope }) => scope.cluster === cluster), [agents, cluster]);
  return (
    <FleetStrip
      label={`Agents of ${cluster ?? 'no cluster'}; the table below says the same`}
      agents={own}
      onChoose={({ id }) => void navigate({ to: '/fleet/$id', params: { id } })}
    />
  );
}

interface WaitingProps {
  readonly jobs: { readonly queued: number; readonly oldest_queued_at: string | null } | null;
}

function Waiting({ jobs }: WaitingProps): JSX.Element | null {
  if (jobs === null) return null;
  if (jobs.queued === 0) return <p>No job waits for an agent.</p>;
  return (
    <p>
      <Link to="/jobs" search={{ status: 'queued' }}>
        {numberText(jobs.queued)} {jobs.queued === 1 ? 'job waits' : 'jobs wait'}
      </Link>{' '}
      for an agent
      {jobs.oldest_queued_at !== null && (
        <>
          , the oldest queued <Ago at={jobs.oldest_queued_at} />
        </>
      )}
      .
    </p>
  );
}
