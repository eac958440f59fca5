import type { JSX } from 'react';
import { useMe } from '../../api/queries/me.js';
import { approve, cancel, isTerminal, reject, type RequestDetail } from '../../api/queries/requests.js';
import { ActionButton } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import { actionOf, type OfferedAction } from '../../ui/request-action.js';
import { stepUpPromptOf } from '../../ui/step-up-prompt-of.js';
import { Problem } from '../../ui/states.js';
import { DecisionButtons } from './decision-buttons.js';
import styles from './decision-bar.module.css';
import { useDecision } from './use-decision.js';
import { Verify } from './verify.js';

/** What the person may decide about a request, or why not; for the requester also the way to cancel it. */
export function DecisionBar({ request }: { request: RequestDetail }): JSX.Element | null {
  const { id: me } = useMe();
  const offered = awaitedOf(request, me);
  const cancelling = actionOf(request, 'cancel', me)?.allowed === true;
  const revealing = actionOf(request, 'reveal', me)?.allowed === true;
  if (offered === null && !cancelling && !revealing) return null;
  return (
    <div className={styles.bar}>
      {revealing && (
        <div className={styles.buttons}>
          <ButtonLink look="main" to="/requests/$id/reveal" params={{ id: request.id }}>
            Reveal
          </ButtonLink>
        </div>
      )}
      {offered !== null && <Part of={offered.name} request={request} action={offered.action} />}
      {cancelling && <Cancel request={request} />}
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

function Cancel({ request }: { request: RequestDetail }): JSX.Element {
  const { mutate, isPending, error } = useDecision(async () => {
    await cancel(request.id, stepUpPromptOf(request, 'Cancel'));
    return 'Cancelled.';
  });
  return (
    <>
      {error && <Problem error={error} />}
      <div className={styles.buttons}>
        <ActionButton look="bad" busy={isPending} onClick={() => mutate()}>
          Cancel request
        </ActionButton>
      </div>
    </>
  );
}
