import { type JSX, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useMe } from '../../api/queries/me.js';
import { ActionButton, Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import type { OfferedAction } from '../../ui/request-action.js';
import { Problem } from '../../ui/states.js';
import { toast } from '../../ui/toasts.js';
import { useNow } from '../../ui/use-now.js';
import styles from './decision-bar.module.css';
import { useDecision, useRefresh } from './use-decision.js';

const RejectDialog = lazy(() =>
  import('./reject-dialog.js').then((module) => ({ default: module.RejectDialog })),
);

export interface DecisionButtonsProps {
  /** For whom the person decides, where that is one of several. */
  readonly title?: ReactNode;
  readonly action: OfferedAction;
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
  approveReason,
  approve,
  reject,
}: DecisionButtonsProps): JSX.Element {
  const whyId = useId();
  const comment = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<'comment' | 'reject' | null>(null);
  const { mutate, isPending, error } = useDecision(() => approve(comment.current?.value || null));
  const refresh = useRefresh();
  const why = action.reason ?? approveReason ?? null;
  return (
    <>
      {title !== undefined && <p className={styles.title}>{title}</p>}
      {error && <Problem error={error} />}
      {open === 'comment' && (
        <label className={styles.comment}>
          Comment
          <textarea ref={comment} rows={2} maxLength={2000} autoFocus />
        </label>
      )}
      <div className={classNames(styles.buttons, action.reason !== null && styles.off)}>
        <ActionButton
          data-decision="reject"
          reason={action.reason}
          reasonId={whyId}
          onClick={() => setOpen('reject')}
        >
          Reject…
        </ActionButton>
        <ActionButton
          data-decision="approve"
          look="main"
          icon={useLock()}
          busy={isPending}
          reason={why}
          reasonId={whyId}
          onClick={() => mutate()}
        >
          Approve
        </ActionButton>
      </div>
      {why === null && open !== 'comment' && (
        <Button look="quiet" className={styles.add} onClick={() => setOpen('comment')}>
          Add a comment
        </Button>
      )}
      {why !== null && (
        <p id={whyId} className={styles.why}>
          {why}
        </p>
      )}
      <Suspense>
        {open === 'reject' && (
          <RejectDialog
            reject={reject}
            onClose={() => setOpen(null)}
            onRejected={() => {
              setOpen(null);
              toast('Rejected.');
              void refresh();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** An open lock while the second factor is fresh, so that its prompt is no surprise. */
function useLock(): 'lock' | 'unlock' {
  const { mfa } = useMe();
  return useNow(5) < Date.parse(mfa.fresh_until ?? '') ? 'unlock' : 'lock';
}
