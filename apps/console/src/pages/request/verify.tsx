import type { JSX } from 'react';
import { type Verification, verify } from '../../api/queries/cross-team.js';
import { useMe } from '../../api/queries/me.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import type { OfferedAction } from '../../ui/request-action.js';
import { stepUpPromptOf } from '../../ui/step-up-prompt-of.js';
import { DecisionButtons } from './decision-buttons.js';
import { type VotedAs, settledVote, voteAs } from './cross-team-votes.js';
import { possibleVotes } from './possible-votes.js';

/** The votes that are this person's to give on values that were provided. */
export function Verify({ request, action }: { request: RequestDetail; action: OfferedAction }): JSX.Element {
  const me = useMe();
  const own = possibleVotes(request, me);
  const settled = settledVote(request);
  const open = own.filter((votedAs) => votedAs !== settled);
  const shown: readonly VotedAs[] = open.length > 0 ? open : own.length > 0 ? own : ['source'];
  if (!action.allowed) return <One request={request} action={action} />;
  return (
    <>
      {shown.map((votedAs) => (
        <One key={votedAs} votedAs={votedAs} settled={votedAs === settled} {...{ request, action }} />
      ))}
    </>
  );
}

interface OneProps {
  readonly request: RequestDetail;
  readonly action: OfferedAction;
  /** Absent: none of them is this person's. */
  readonly votedAs?: VotedAs;
  readonly settled?: boolean;
}

function One({ request, action, votedAs, settled = false }: OneProps): JSX.Element {
  const place = votedAs === 'security' ? 'security' : `the source, ${request.names?.source_project ?? '–'}`;
  const vote = async (decision: 'approve' | 'reject', comment: string | null): Promise<Verification> => {
    const prompt = stepUpPromptOf(request, `${decision === 'approve' ? 'Approve' : 'Reject'} for ${place}`);
    return verify(request.id, { decision, voted_as: votedAs ?? 'source', comment }, prompt);
  };
  const voter = votedAs && voteAs(votedAs, request)?.approver_email;
  return (
    <DecisionButtons
      title={votedAs && `For ${place}`}
      action={action}
      prod={request.names?.environment_kind === 'prod'}
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
