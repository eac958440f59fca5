import { useQueryClient } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { comment, type RequestDetail } from '../../api/queries/requests.js';
import { ActionButton } from '../../ui/button.js';
import { textIn } from '../../ui/form.js';
import { GuardedForm } from '../../ui/guarded-form.js';
import { PersistedTextArea } from '../../ui/persisted-text-area.js';
import styles from './timeline.module.css';

export interface CommentFormProps {
  readonly request: RequestDetail;
  /** It was asked for by a press: a draft that comes back must not take the focus. */
  readonly autoFocus: boolean;
}

/** Asks or answers something about a request without deciding it. */
export function CommentForm({ request: { id }, autoFocus }: CommentFormProps): JSX.Element {
  const client = useQueryClient();
  const [written, setWritten] = useState(0);
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    await comment(id, textIn(data, 'text'), idempotencyKey);
    setWritten(written + 1);
    await client.invalidateQueries({ queryKey: ['requests', 'one', id] });
  };
  return (
    <GuardedForm key={written} onSubmit={send}>
      {({ busy }) => (
        <div className={styles.write}>
          <PersistedTextArea
            name="text"
            label="Write a comment"
            hint="Everybody who sees the request reads it: never a secret."
            rows={1}
            maxLength={2000}
            required
            autoFocus={autoFocus || written > 0}
          />
          <ActionButton type="submit" busy={busy}>
            Comment
          </ActionButton>
        </div>
      )}
    </GuardedForm>
  );
}
