import { useInfiniteQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { type Observation, observationsQuery } from '../../api/queries/observations.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import styles from './gitops-observations.module.css';

/** The states in which GitOps saw the applications of the environment after the change was written, oldest first. */
export function GitopsObservations({ requestId }: { requestId: string }): JSX.Element {
  return (
    <Section title="Seen by GitOps since">
      <States requestId={requestId} />
    </Section>
  );
}

function States({ requestId }: { requestId: string }): JSX.Element {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(observationsQuery(requestId));
  if (data === undefined)
    return error === null ? <Skeleton lines={2} /> : <Problem error={error} again={() => void refetch()} />;
  const states = data.pages.flatMap(({ rows }) => rows);
  if (states.length === 0)
    return <Empty>No application that is mapped to this environment was seen since the change.</Empty>;
  return (
    <>
      <ul className={styles.states}>
        {states.map((state) => (
          <One key={`${state.endpoint_id} ${state.application} ${state.observed_at}`} state={state} />
        ))}
      </ul>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>Load more</Button>}
    </>
  );
}

function One({ state }: { state: Observation }): JSX.Element {
  const { application, sync_status: sync, health_status: health, revision, observed_at: at } = state;
  return (
    <li className={styles.state}>
      <strong>{application}</strong>
      <Badge tone={sync === 'Synced' && health === 'Healthy' ? 'ok' : 'warn'}>{`${sync}, ${health}`}</Badge>
      {revision !== null && <code title={revision}>{revision.slice(0, 12)}</code>}
      <span className={styles.when}>
        last seen so <Ago at={at} />
      </span>
    </li>
  );
}
