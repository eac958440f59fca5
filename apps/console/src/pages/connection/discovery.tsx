import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate } from '@tanstack/react-router';
import { type JSX, useEffect, useState } from 'react';
import { type Connection, discoverNow } from '../../api/queries/connections.js';
import { hasEnded, type Job, lastDiscoveryQuery, startJob } from '../../api/queries/fleet.js';
import { queryClient } from '../../api/query-client.js';
import { messageOf, messageOfError } from '../../api/error-messages.js';
import { ActionButton } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { DiscoveryState } from '../../ui/discovery-state.js';
import { Facts } from '../../ui/facts.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { JobStatusBadge } from '../../ui/job-status.js';
import { Section } from '../../ui/page.js';
import { Empty, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';
import { counted } from '../../ui/counted.js';

const COLUMNS: readonly Column<Job>[] = [
  { head: 'Started', cell: ({ created_at }) => <Ago at={created_at} /> },
  { head: 'Status', cell: ({ status }) => <JobStatusBadge status={status} /> },
  { head: 'Error', cell: ({ error }) => (error === null ? '–' : <code>{error}</code>) },
  { head: 'Ended', cell: (job) => (hasEnded(job) ? <Ago at={job.updated_at} /> : 'not yet'), end: true },
];

/** What agents have found in the store, and looking again. */
export function Discovery({ connection }: { connection: Connection }): JSX.Element {
  const { id } = connection;
  const navigate = useNavigate();
  const { data: job } = useQuery(lastDiscoveryQuery(id, connection.last_discover_started_at));
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useFreshAfter(job?.status, id);
  const run = (work: () => Promise<void>) => async (): Promise<void> => {
    setFailure(null);
    setBusy(true);
    await work().catch((refusal: Error) => setFailure(messageOfError(refusal)));
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: ['connections', 'one', id] });
  };
  const discover = run(async () => {
    const { warnings } = await discoverNow(id);
    for (const { code } of warnings) if (code === 'no_agent_alive') toast(NO_AGENT, 'warn');
  });
  const check = run(async () => {
    const { job_id: jobId } = await startJob('connectivity_check', id);
    await navigate({ to: '/jobs/$id', params: { id: jobId } });
  });
  const off = connection.status === 'disabled' ? messageOf('connection_disabled') : null;
  return (
    <>
      <div className={styles.buttons}>
        <ActionButton onClick={() => void check()} busy={busy} reason={off}>
          Check the connection
        </ActionButton>
        <ActionButton
          look="main"
          onClick={() => void discover()}
          busy={busy}
          reason={off ?? whyNot(connection)}
        >
          Discover now
        </ActionButton>
      </div>
      {failure !== null && <FailureNotice>{failure}</FailureNotice>}
      <Facts facts={factsOf(connection)} />
      <Section title="Latest run">
        {job === undefined && <Skeleton lines={2} />}
        {job === null && <Empty>No discovery has run yet.</Empty>}
        {job && (
          <DataTable
            caption="The latest discovery of this connection"
            columns={COLUMNS}
            rows={[job]}
            rowKey={(row) => row.id}
            rowLink={(row) => linkOptions({ to: '/jobs/$id', params: { id: row.id } })}
          />
        )}
      </Section>
    </>
  );
}

const NO_AGENT = 'No agent of this connection is alive: the job waits for one.';

/** Reads the connection again when a run goes on: it says what was found. */
function useFreshAfter(status: Job['status'] | undefined, id: string): void {
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['connections', 'one', id] });
  }, [status, id]);
}

function whyNot({ cluster_name }: Connection): string | null {
  return cluster_name === null ? messageOf('discover_requires_cluster') : null;
}

function factsOf(connection: Connection): (readonly [string, JSX.Element | string])[] {
  const { last_discover_at: at, last_discover_started_at: started, last_discover_error: error } = connection;
  const { last_discover_skipped_secrets: secrets, last_discover_skipped_keys: keys } = connection;
  return [
    ...(connection.possibly_stale
      ? ([['State', <DiscoveryState key="" connection={connection} />]] as const)
      : []),
    ['Last started', started === null ? 'never' : <Ago key="" at={started} />],
    ['Last ended', at === null ? 'never' : <Ago key="" at={at} />],
    ...(error === null ? [] : ([['Error', <code key="">{error}</code>]] as const)),
    [
      'Left out, for names that can’t be shown',
      secrets === null ? 'not counted' : `${counted(secrets, 'secret')}, ${counted(keys ?? 0, 'key')}`,
    ],
    [
      'Found',
      <Link key="" to="/secrets" search={{ provider_connection_id: connection.id }}>
        secrets in the catalogue
      </Link>,
    ],
  ];
}
