import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { type RequestDetail, requestQuery } from '../../api/queries/requests.js';
import { EnvironmentBadge } from '../../ui/badge.js';
import { CopyId } from '../../ui/copy-id.js';
import { Facts } from '../../ui/facts.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { Page, Section } from '../../ui/page.js';
import { RequestStatusBadge } from '../../ui/request-status.js';
import { shortRef } from '../../ui/short-ref.js';
import { Empty } from '../../ui/states.js';
import { Countdown } from '../../ui/time.js';
import styles from './page.module.css';
import { ValuesForm } from './values-form.js';

export const route = createLazyRoute('/shell/requests/$id/fill')({ component: FillPage });

function FillPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Provide values"
      query={useQuery(requestQuery(id))}
      gone={['request_not_found', <Link to="/inbox">All that waits for values</Link>]}
    >
      {(request) => <Shown key={id} request={request} />}
    </ResourcePage>
  );
}

function Shown({ request }: { request: RequestDetail }): JSX.Element {
  const { id, secret_ref: ref, requester_email: requester, names, status, justification, type } = request;
  return (
    <Page
      title={
        <>
          {requester} asks {names?.target_team ?? 'a team'} for values for <code>{shortRef(ref)}</code>
        </>
      }
      name={`Values for ${ref}`}
      width="narrow"
      actions={
        <Link to="/requests/$id" params={{ id }}>
          The request
        </Link>
      }
    >
      {type === 'cross_team' ? (
        <>
          <div className={styles.facts}>
            <RequestStatusBadge status={status} />
            {status === 'pending_values' && (
              <span className={styles.ends}>
                can be provided for <Countdown to={request.expires_at} />
              </span>
            )}
          </div>
          {justification !== null && justification !== '' && (
            <blockquote className={styles.why}>{justification}</blockquote>
          )}
          <WhereItLands request={request} />
          <ValuesForm request={request} />
        </>
      ) : (
        <Empty>This is not a cross-team request, so there are no values to provide.</Empty>
      )}
    </Page>
  );
}

/** Whose values they are, and who and what will hold them afterwards. */
function WhereItLands({ request }: { request: RequestDetail }): JSX.Element {
  const { names, secret_ref: ref, requester_email: requester } = request;
  return (
    <Section title="Where it goes">
      {names && <Facts facts={factsOf(ref, names)} />}
      <p className={styles.note}>
        An agent writes them there. {requester} can also retrieve each of them, once.
        {request.snap_min_approvers !== 0 &&
          ' Before that, what you provide is verified by people who do not see it.'}
      </p>
    </Section>
  );
}

function factsOf(
  ref: string,
  names: NonNullable<RequestDetail['names']>,
): readonly (readonly [string, ReactNode])[] {
  const { environment, environment_kind: kind, target_project, target_team, source_project } = names;
  return [
    ['Values of', `${target_project ?? 'a deleted project'}, team ${target_team ?? '–'}`],
    ['As they are in', environment && kind ? <EnvironmentBadge name={environment} kind={kind} /> : '–'],
    ['Asked for by', `${names.requester}, project ${source_project ?? '–'}`],
    ['Written to', <CopyId key="" id={ref} shown={ref} />],
    ['Through', names.connection ?? 'a deleted connection'],
  ];
}
