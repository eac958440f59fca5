import type { JSX } from 'react';
import { useMe } from '../../api/queries/me.js';
import { approve, cancel, isTerminal, reject, type RequestDetail } from '../../api/queries/requests.js';
import { ActionButton } from '../../ui/button.js';
import { ActionLink } from '../../ui/action-link.js';
import { ButtonLink } from '../../ui/button-link.js';
import { actionOf, type OfferedAction } from '../../ui/request-action.js';
import { stepUpPromptOf } from '../../ui/step-up-prompt-of.js';
import { Problem } from '../../ui/states.js';
import { DecisionButtons } from './decision-buttons.js';
import styles from './decision-bar.module.css';
import { useDecision } from './use-decision.js';
import { Verify } from './verify.js';
import { whyNotRevealed } from '../../ui/why-not-revealed.js';

/** What the person may decide about a request, or why not; for its requester also the ways to its values and to cancel it. */
export function DecisionBar({ request }: { request: RequestDetail }): JSX.Element | null {
  const { id: me } = useMe();
  const { id, status, type, requester_id: requester } = request;
  const offered = awaitedOf(request, me);
  const own = requester === me;
  const over = isTerminal(status);
  const cancelling = own && !over ? actionOf(request, 'cancel', me) : null;
  const revealing = own && type !== 'patch' && (!over || status === 'executed');
  if (offered === null && cancelling === null && !revealing) return null;
  return (
    <div className={styles.bar}>
      {revealing && (
        <div className={styles.buttons}>
          <ActionLink look="main" reason={whyNotRevealed(request)} to={`/requests/${id}/reveal`}>
            Reveal
          </ActionLink>
        </div>
      )}
      {offered !== null && <Part of={offered.name} request={request} action={offered.action} />}
      {cancelling !== null && <Cancel request={request} reason={cancelling.reason} />}
    </div>
  );
}

interface Offered {
  readonly name: 'approve' | 'fill' | 'verify';
  readonly action: OfferedAction;
}

/** Returns what the request waits for, of somebody else than its requester where that can't be them; null for nothing. */
function awaitedOf(request: RequestDetail, me: string): Offered | null {
  const { status, type, requester_id: requester } = request;
  const name = type !== 'cross_team' ? 'approve' : status === 'pending_values' ? 'fill' : 'verify';
  const over = type === 'cross_team' ? !status.startsWith('pending') : isTerminal(status);
  if (over || (name === 'fill' && requester === me)) return null;
  const action = actionOf(request, name, me);
  return action && { name, action };
}

interface PartProps {
  readonly request: RequestDetail;
  readonly action: OfferedAction;
}

function Part({ of, ...props }: PartProps & { of: Offered['name'] }): JSX.Element {
  const One = { approve: Approve, fill: Provide, verify: Verify }[of];
  return <One {...props} />;
}

function Approve({ request, action }: PartProps): JSX.Element {
  return (
    <DecisionButtons
      action={action}
      prod={request.names?.environment_kind === 'prod'}
      approve={async (comment) => {
        const row = await approve(request.id, comment, stepUpPromptOf(request, 'Approve'));
        return `Approved. ${row.approvals_count} of ${row.min_approvers}.`;
      }}
      reject={async (reason) => void (await reject(request.id, reason, stepUpPromptOf(request, 'Reject')))}
    />
  );
}

/** The way to where values are provided. */
function Provide({ request, action }: PartProps): JSX.Element {
  if (!action.allowed) return <p className={styles.why}>{action.reason}</p>;
  return (
    <div className={styles.buttons}>
      <ButtonLink look="main" to="/requests/$id/fill" params={{ id: request.id }}>
        Provide values
      </ButtonLink>
    </div>
  );
}

function Cancel({ request, reason }: { request: RequestDetail; reason: string | null }): JSX.Element {
  const { mutate, isPending, error } = useDecision(async () => {
    await cancel(request.id, stepUpPromptOf(request, 'Cancel'));
    return 'Cancelled.';
  });
  return (
    <>
      {error && <Problem error={error} />}
      <div className={styles.buttons}>
        <ActionButton look="bad" busy={isPending} reason={reason} onClick={() => mutate()}>
          Cancel request
        </ActionButton>
      </div>
    </>
  );
}
