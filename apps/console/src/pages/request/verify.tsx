import type { JSX } from 'react';
import { type Verification, verify } from '../../api/queries/hand-over.js';
import { useMe } from '../../api/queries/me.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import type { OfferedAction } from '../../ui/request-action.js';
import { deedOf } from '../../ui/request-deed.js';
import { Decide } from './decide.js';
import { type Lane, ownLanes, settledLane, voteIn } from './lanes.js';

/** The votes that are this person's to give on values that were provided. */
export function Verify({ request, action }: { request: RequestDetail; action: OfferedAction }): JSX.Element {
  const me = useMe();
  const own = ownLanes(request, me);
  const settled = settledLane(request);
  const open = own.filter((lane) => lane !== settled);
  const shown: readonly Lane[] = open.length > 0 ? open : own.length > 0 ? own : ['source'];
  if (!action.allowed) return <One request={request} action={action} />;
  return (
    <>
      {shown.map((lane) => (
        <One key={lane} lane={lane} settled={lane === settled} {...{ request, action }} />
      ))}
    </>
  );
}

interface OneProps {
  readonly request: RequestDetail;
  readonly action: OfferedAction;
  /** Absent: none of them is this person's. */
  readonly lane?: Lane;
  readonly settled?: boolean;
}

function One({ request, action, lane, settled = false }: OneProps): JSX.Element {
  const place = lane === 'security' ? 'security' : `the source, ${request.names?.source_project ?? '–'}`;
  const vote = async (decision: 'approve' | 'reject', comment: string | null): Promise<Verification> => {
    const deed = deedOf(request, `${decision === 'approve' ? 'Approve' : 'Reject'} for ${place}`);
    return verify(request.id, { decision, voted_as: lane ?? 'source', comment }, deed);
  };
  const voter = lane && voteIn(lane, request)?.approver_email;
  return (
    <Decide
      title={lane && `For ${place}`}
      action={action}
      approveReason={settled ? `${voter} approved this for ${place} already.` : null}
      approve={async (comment) => saidOf(await vote('approve', comment))}
      reject={async (reason) => void (await vote('reject', reason))}
    />
  );
}

function saidOf({ next_required: next }: Verification): string {
  if (next.includes('security_approval')) return 'Approved for the source. Security is next.';
  return next.includes('source_approval') ? 'Approved for security. The source is next.' : 'Approved.';
}
