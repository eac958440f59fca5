import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { endReveal, openRevealsQuery } from '../../api/queries/reveal.js';
import { ActionButton } from '../../ui/button.js';
import { Problem } from '../../ui/states.js';
import { clockTime } from '../../ui/time.js';
import styles from './page.module.css';

/** The values are open in another window, or were when this one was left. */
export function OtherWindow({ requestId }: { requestId: string }): JSX.Element {
  const client = useQueryClient();
  const sessions = useQuery(openRevealsQuery).data;
  const session = sessions?.find((each) => each.access_request_id === requestId);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['requests', 'one', requestId] });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => session && endReveal(session.session_id, 'user_hide'),
    onSettled: refresh,
  });
  return (
    <div className={styles.open}>
      {error && <Problem error={error} />}
      <p>
        These values are open in another window
        {session && ` until ${clockTime(session.expires_at)}`}. Ending that destroys what was not retrieved.
      </p>
      <ActionButton look="bad" busy={isPending || session === undefined} onClick={() => mutate()}>
        End it
      </ActionButton>
    </div>
  );
}
