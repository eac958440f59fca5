import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { hasPermission, useMe } from '../../api/queries/me.js';
import { scopeOf } from '../../api/queries/recent-scopes.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import { approvalsOf } from '../../pictures/decision-text.js';
import { lengthText } from '../../ui/duration.js';
import { Icon } from '../../ui/icons.js';
import { Section } from '../../ui/page.js';
import { clockTime } from '../../ui/time.js';
import styles from './policy-decision.module.css';

/** Which rule decided when the request was made, and what follows from it. It is frozen: later edits change nothing. */
export function PolicyDecision({ request }: { request: RequestDetail }): JSX.Element {
  const { decision, lifetimes } = request;
  const { rule_name: name, rule_version: version, decided_at } = decision;
  return (
    <Section title="Why this rule?">
      <div className={styles.decision}>
        <div className={styles.rule}>
          <p className={styles.name}>
            <Icon name="done" />
            <bdi>{name ?? 'a rule that is gone'}</bdi>
          </p>
          <p className={styles.dim}>
            decided at {clockTime(decided_at)}
            {version !== null && `, version ${version}`}
          </p>
          <p>{resultOf(request)}</p>
        </div>
        <p className={styles.dim}>
          The other rules of that moment are not kept. <Today request={request} />
        </p>
        <p className={styles.dim}>
          The request ends after {lengthText(lifetimes.request)}. Its values live{' '}
          {lengthText(lifetimes.created)} from the start, {lengthText(lifetimes.approved)} from the approval
          and {lengthText(lifetimes.claimed)} from the moment an agent takes it.
        </p>
      </div>
    </Section>
  );
}

function resultOf({
  decision: { workflow_name: workflow },
  min_approvers,
  requires_mfa,
  snap_requires_security_approval: security = false,
}: RequestDetail): string {
  const parts = [
    ...approvalsOf({ min_approvers, requires_security_approval: security }),
    ...(requires_mfa ? ['the requester’s second factor'] : []),
  ];
  return `${workflow === null ? '' : `workflow ${workflow}: `}${parts.join(', ')}`;
}

/** Leads those who may simulate to what would decide now. No simulation takes a cross-team request's two projects. */
function Today({ request }: { request: RequestDetail }): JSX.Element | null {
  const me = useMe();
  if (!hasPermission(me, 'policy.edit', 'policy.author') || request.type === 'cross_team') return null;
  return (
    <Link to="/policies/simulate" search={scopeOf(request)}>
      And today?
    </Link>
  );
}
