import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiError } from '../../api/client.js';
import { sentenceOfError } from '../../api/sentences.js';
import { Badge } from '../../ui/badge.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { GrantPlace } from '../../ui/grant-place.js';
import type { Cut, Outcome } from './cut.js';

const DONE: Readonly<Record<Cut, string>> = {
  disable: 'Disabled',
  sessions: 'Signed out everywhere',
  factors: 'Second factors cleared',
  grants: 'Grants taken away',
};

/** What became of one cut, with the way out where it was refused. */
export function CutOutcome({ cut, outcome }: { cut: Cut; outcome: Outcome }): JSX.Element {
  const { failure, kept } = outcome;
  if (failure !== null)
    return (
      <FailureNotice>
        <Refusal error={failure} />
      </FailureNotice>
    );
  if (kept.length === 0)
    return (
      <Badge tone="ok" icon="done">
        {DONE[cut]}
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
      {sentenceOfError(error)}{' '}
      {code === 'last_admin' && (
        <Link to="/grants" search={{ new: 'yes' }}>
          Grant it
        </Link>
      )}
    </span>
  );
}
