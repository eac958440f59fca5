import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiError } from '../../api/client.js';
import { messageOfError } from '../../api/error-messages.js';
import { Badge } from '../../ui/badge.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { GrantPlace } from '../../ui/grant-place.js';
import type { Revocation, Outcome } from './revocation.js';

const DONE: Readonly<Record<Revocation, string>> = {
  disable: 'Disabled',
  sessions: 'Signed out everywhere',
  factors: 'Second factors cleared',
  grants: 'Grants revoked',
};

/** The outcome of one revocation; where it was refused, with a link to what resolves it. */
export function RevocationOutcome(props: { revocation: Revocation; outcome: Outcome }): JSX.Element {
  const {
    revocation,
    outcome: { failure, kept },
  } = props;
  if (failure !== null)
    return (
      <FailureNotice>
        <Refusal error={failure} />
      </FailureNotice>
    );
  if (kept.length === 0)
    return (
      <Badge tone="ok" icon="done">
        {DONE[revocation]}
      </Badge>
    );
  return (
    <>
      {kept.map(({ grant, failure: why }) => (
        <FailureNotice key={grant.id}>
          <span>
            {grant.role_name} <GrantPlace scope={grant.scope} /> stays: <Refusal error={why} />
          </span>
        </FailureNotice>
      ))}
    </>
  );
}

function Refusal({ error }: { error: Error }): JSX.Element {
  const code = error instanceof ApiError ? error.code : '';
  return (
    <span>
      {messageOfError(error)}{' '}
      {code === 'last_admin' && (
        <Link to="/grants" search={{ new: 'yes' }}>
          Grant it
        </Link>
      )}
    </span>
  );
}
