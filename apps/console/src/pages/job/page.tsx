import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import { hasEnded, type Job, jobQuery, startJob } from '../../api/queries/fleet.js';
import { messageOf, messageOfError } from '../../api/error-messages.js';
import { ActionButton } from '../../ui/button.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { JobStatusBadge } from '../../ui/job-status.js';
import { JOB_KINDS } from '../../ui/job-labels.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page, Section } from '../../ui/page.js';
import { Details } from './details.js';

export const route = createLazyRoute('/shell/jobs/$id')({ component: JobPage });

function JobPage(): ReactNode {
  return (
    <RequirePermission title="Job" anyOf={['integration.edit']}>
      <One />
    </RequirePermission>
  );
}

function One(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Job"
      query={useQuery(jobQuery(id))}
      gone={['job_not_found', <Link to="/jobs">All jobs</Link>]}
    >
      {(job) => <Shown key={id} job={job} />}
    </ResourcePage>
  );
}

function Shown({ job }: { job: Job }): JSX.Element {
  const navigate = route.useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const again = async (): Promise<void> => {
    const { kind, provider_connection_id: connectionId } = job;
    if (kind === 'read' || kind === 'patch' || connectionId === null) return;
    setBusy(true);
    setFailure(null);
    try {
      const { job_id: id } = await startJob(kind, connectionId);
      await navigate({ to: '/jobs/$id', params: { id } });
    } catch (error) {
      setFailure(messageOfError(error as Error));
    }
    setBusy(false);
  };
  return (
    <Page
      title={JOB_KINDS[job.kind]}
      width="narrow"
      actions={
        <ActionButton look="main" reason={whyNot(job)} busy={busy} onClick={() => void again()}>
          Run again
        </ActionButton>
      }
    >
      {failure !== null && <FailureNotice>{failure}</FailureNotice>}
      <p role="status">
        <JobStatusBadge status={job.status} /> {WORDS[job.status]}
      </p>
      <Section title="Details">
        <Details job={job} />
      </Section>
    </Page>
  );
}

const WORDS: Readonly<Record<Job['status'], string>> = {
  queued: 'It waits for an agent.',
  claimed: 'An agent has it.',
  succeeded: '',
  failed: '',
};

/** Why a job can't be run again; null where it can. */
function whyNot(job: Job): string | null {
  if (job.kind === 'read' || job.kind === 'patch') return messageOf('job_kind_not_allowed');
  if (!hasEnded(job)) return 'It has not ended yet.';
  return job.provider_connection_id === null ? 'Its connection is deleted.' : null;
}
