import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { Fragment, type JSX, type ReactNode } from 'react';
import { useMe } from '../../api/queries/me.js';
import { metaQuery } from '../../api/queries/meta.js';
import { isTerminal, type RequestDetail, requestQuery } from '../../api/queries/requests.js';
import { Icon } from '../../ui/icons.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { Page } from '../../ui/page.js';
import { actionOf } from '../../ui/request-action.js';
import { RequestAgain } from '../../ui/request-again.js';
import { RequestPlace } from '../../ui/request-place.js';
import { RequestStatusBadge } from '../../ui/request-status.js';
import { shortRef } from '../../ui/short-ref.js';
import { Countdown } from '../../ui/time.js';
import { Approvers } from './approvers.js';
import { PolicyDecision } from './policy-decision.js';
import { DecisionBar } from './decision-bar.js';
import { Details } from './details.js';
import { CrossTeamParts } from './cross-team-parts.js';
import styles from './page.module.css';
import { NextWaiting } from './next-waiting.js';
import { Progress } from './progress.js';
import { Timeline } from './timeline.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/requests/$id')({ component: RequestPage });

const Observed = onDemand(() => import('./gitops-observations.js').then(({ GitopsObservations: it }) => it));

const JobErrorText = onDemand(() => import('../../ui/job-error-text.js').then(({ JobErrorText: it }) => it));

const ApproverFacts = onDemand(() => import('./approver-facts.js').then(({ ApproverFacts: it }) => it));

function RequestPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Request"
      query={useQuery(requestQuery(id))}
      gone={['request_not_found', <Link to="/requests">All requests</Link>]}
    >
      {(request) => <Shown key={id} request={request} />}
    </ResourcePage>
  );
}

function Shown({ request }: { request: RequestDetail }): JSX.Element {
  const { secret_ref: ref, requester_email: requester, justification, status } = request;
  return (
    <Page
      title={<Sentence request={request} />}
      name={`${requester}: ${ref}`}
      actions={<NextWaiting after={request.id} />}
    >
      <div className={styles.facts}>
        <RequestStatusBadge status={status} />
        <RequestPlace request={request} />
        {!isTerminal(status) && (
          <span className={styles.ends}>
            ends in <Countdown to={request.expires_at} />
          </span>
        )}
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          {justification !== null && justification !== '' && (
            <blockquote className={styles.why}>{justification}</blockquote>
          )}
          <Outcome request={request} />
          {(status === 'expired' || status === 'failed') && (
            <div>
              <RequestAgain request={request} />
            </div>
          )}
          <Progress request={request} />
          <DecisionBar request={request} />
          <ForApprovers request={request} />
          <CrossTeamParts request={request} />
          <Timeline request={request} />
          <AfterTheChange request={request} />
        </div>
        <div className={styles.side}>
          <Approvers request={request} />
          <PolicyDecision request={request} />
          <Details request={request} />
        </div>
      </div>
    </Page>
  );
}

/** What helps to decide, for those who may. */
function ForApprovers({ request }: { request: RequestDetail }): JSX.Element | null {
  const { id: me } = useMe();
  const deciding = (['approve', 'verify'] as const).some((action) => actionOf(request, action, me)?.allowed);
  if (!deciding) return null;
  return <ApproverFacts request={request} />;
}

/** What GitOps observed of the change; shown to its requester only. */
function AfterTheChange({ request }: { request: RequestDetail }): JSX.Element | null {
  const { requester_id: requester, operation, executed_at: executed, id } = request;
  const { id: me } = useMe();
  const { data: meta } = useQuery(metaQuery);
  if (requester !== me || operation !== 'patch' || executed === null || meta?.gitops !== true) return null;
  return <Observed requestId={id} />;
}

/** More keys than that are counted in the heading; Details names them all. */
const NAMED_KEYS = 6;
const VERBS = { read: 'requests to read', patch: 'requests to change', reveal: 'revealed' } as const;

function Sentence({ request }: { request: RequestDetail }): JSX.Element {
  const { requester_email, operation, type, keys, secret_ref, names } = request;
  const verb = type === 'cross_team' ? `asks ${names?.target_team ?? 'a team'} for` : VERBS[operation];
  return (
    <>
      {requester_email} {verb}{' '}
      {keys.length > NAMED_KEYS
        ? `${keys.length} keys`
        : keys.map((key, index) => (
            <Fragment key={key}>
              {index > 0 && ', '}
              <code>{key}</code>
            </Fragment>
          ))}{' '}
      {type === 'cross_team' ? 'to be put into' : 'of'} <code>{shortRef(secret_ref)}</code>
    </>
  );
}

/** How it ended, where that needs words. */
function Outcome({ request }: { request: RequestDetail }): JSX.Element | null {
  const { reject_reason, refuse_reason, error } = request;
  const words = reject_reason ?? refuse_reason ?? error;
  if (words === null) return null;
  return (
    <p className={styles.outcome}>
      <Icon name={error === null ? 'against' : 'failed'} />
      <span>
        {words === error ? <code>{words}</code> : words}
        {words === error && <JobErrorText code={words} />}
      </span>
    </p>
  );
}
