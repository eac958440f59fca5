import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { hasEnded, type Job } from '../../api/queries/fleet.js';
import { hasPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { CopyId } from '../../ui/copy-id.js';
import { Facts } from '../../ui/facts.js';
import { JobErrorText } from '../../ui/job-error-text.js';
import { Ago } from '../../ui/time.js';

/** For whom a job is, who has it, and what came of it. */
export function Details({ job }: { job: Job }): JSX.Element {
  const me = useMe();
  const { agent_id: agent, provider_connection_id: connection, request_id: request } = job;
  const nameOf = useNames([agent && `agent:${agent}`, connection && `provider_connection:${connection}`]);
  const facts: (readonly [string, ReactNode])[] = [
    [
      'Connection',
      connection === null ? (
        'deleted'
      ) : (
        <Link to="/connections/$id" params={{ id: connection }}>
          {nameOf(`provider_connection:${connection}`) ?? '…'}
        </Link>
      ),
    ],
    [
      'Agent',
      agent === null ? (
        'none yet'
      ) : (
        <Link to="/fleet/$id" params={{ id: agent }}>
          {nameOf(`agent:${agent}`) ?? '…'}
        </Link>
      ),
    ],
    ['Attempts', job.attempt],
    ['Queued', <Ago key="" at={job.created_at} />],
    [hasEnded(job) ? 'Ended' : 'Last change', <Ago key="" at={job.updated_at} />],
  ];
  if (job.error !== null) facts.push(['Error', <JobError key="" code={job.error} />]);
  if (request !== null) facts.push(['Request', <RequestLink key="" id={request} />]);
  if (hasPermission(me, 'audit.read')) facts.push(['Recorded', <InLog key="" id={job.correlation_id} />]);
  facts.push(['Job', <CopyId key="" id={job.id} />]);
  return <Facts facts={facts} />;
}

function JobError({ code }: { code: string }): JSX.Element {
  return (
    <>
      <code>{code}</code>
      <JobErrorText code={code} />
    </>
  );
}

function RequestLink({ id }: { id: string }): JSX.Element {
  return (
    <Link to="/requests/$id" params={{ id }}>
      …{id.slice(-6)}
    </Link>
  );
}

function InLog({ id }: { id: string }): JSX.Element {
  return (
    <Link to="/audit" search={{ correlation_id: id, since: 'all' }}>
      in the audit log
    </Link>
  );
}
