import { type JSX, type ReactNode, useId, useRef, useState } from 'react';
import { useMe } from '../../api/queries/me.js';
import { ActionButton, type ActionButtonProps, Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import type { OfferedAction } from '../../ui/request-action.js';
import { Problem } from '../../ui/states.js';
import { toast } from '../../ui/toasts.js';
import { useNow } from '../../ui/use-now.js';
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.js';
import styles from './decision-bar.module.css';
import { useDecision, useRefresh } from './use-decision.js';
import { onDemand } from '../../ui/on-demand.js';

const RejectDialog = onDemand(() => import('./reject-dialog.js').then(({ RejectDialog: it }) => it));

export interface DecisionButtonsProps {
  /** For whom the person decides, where that is one of several. */
  readonly title?: ReactNode;
  readonly action: OfferedAction;
  /** The environment is prod: while no prompt for the second factor follows, approving takes a second press. */
  readonly prod: boolean;
  /** Why this person can only reject. */
  readonly approveReason?: string | null;
  /** Sends the approval. @returns what is said of it */
  readonly approve: (comment: string | null) => Promise<string>;
  readonly reject: (reason: string) => Promise<void>;
}

/** Approve and Reject, of the same size and neither chosen beforehand. */
export function DecisionButtons({
  title,
  action,
  prod,
  approveReason,
  approve,
  reject,
}: DecisionButtonsProps): JSX.Element {
  const whyId = useId();
  const comment = useRef<HTMLTextAreaElement>(null);
  const [commenting, setCommenting] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const unsaved = useUnsavedChanges();
  const { mutate, isPending, error } = useDecision(async () => {
    const said = await approve(comment.current?.value || null);
    unsaved.sent();
    return said;
  });
  const refresh = useRefresh();
  const why = action.reason ?? approveReason ?? null;
  return (
    <>
      {title !== undefined && <p className={styles.title}>{title}</p>}
      {error && <Problem error={error} />}
      {commenting && (
        <label className={styles.comment} onInput={unsaved.onInput}>
          Comment
          <textarea ref={comment} rows={2} maxLength={2000} autoFocus readOnly={isPending} />
        </label>
      )}
      <div className={classNames(styles.buttons, action.reason !== null && styles.off)}>
        <ActionButton
          data-decision="reject"
          reason={action.reason}
          reasonId={whyId}
          onClick={() => setRejecting(true)}
        >
          Reject…
        </ActionButton>
        <ApproveButton
          prod={prod}
          busy={isPending}
          reason={why}
          reasonId={whyId}
          onApprove={() => mutate()}
        />
        {why === null && !commenting && (
          <Button look="quiet" icon="requests" className={styles.add} onClick={() => setCommenting(true)}>
            <span className={styles.words}>Add a comment</span>
          </Button>
        )}
      </div>
      {why !== null && (
        <p id={whyId} className={styles.why}>
          {why}
        </p>
      )}
      {rejecting && (
        <RejectDialog
          reject={reject}
          onClose={() => setRejecting(false)}
          onRejected={() => {
            setRejecting(false);
            unsaved.sent();
            toast('Rejected.');
            void refresh();
          }}
        />
      )}
    </>
  );
}

interface ApproveButtonProps extends Pick<ActionButtonProps, 'busy' | 'reason' | 'reasonId'> {
  readonly prod: boolean;
  readonly onApprove: () => void;
}

/** Approves; in prod at the second press, unless the prompt for the second factor follows the first. */
function ApproveButton({ prod, onApprove, ...state }: ApproveButtonProps): JSX.Element {
  const lock = useLock();
  const [pressed, setPressed] = useState(false);
  const direct = !prod || lock === 'lock';
  return (
    <>
      <ActionButton
        {...state}
        data-decision="approve"
        look="main"
        icon={lock}
        onClick={({ detail: clicks }) => {
          // The second click of a double click is no second thought.
          if (direct || (pressed && clicks < 2)) onApprove();
          else setPressed(true);
        }}
      >
        {pressed && !direct ? 'Approve for prod' : 'Approve'}
      </ActionButton>
      <span role="status" className="visually-hidden">
        {pressed && !direct && 'This is prod: press once more to approve.'}
      </span>
    </>
  );
}

/** An open lock while the second factor is fresh, so that its prompt is no surprise. */
function useLock(): 'lock' | 'unlock' {
  const { mfa } = useMe();
  return useNow(5) < Date.parse(mfa.fresh_until ?? '') ? 'unlock' : 'lock';
}
