import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type JSX, useId, useState } from 'react';
import { ApiError } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import { useMe } from '../../api/queries/me.js';
import { type RequestDetail, requestQuery } from '../../api/queries/requests.js';
import { type Lengths, missingValues } from '../../secret/missing-values.js';
import { provideValues } from '../../secret/provide-values.js';
import { ValueInput } from '../../secret/value-input.js';
import { ActionButton } from '../../ui/button.js';
import { Form, TextArea } from '../../ui/form.js';
import { Section } from '../../ui/page.js';
import { actionOf } from '../../ui/request-action.js';
import { stepUpPromptOf } from '../../ui/step-up-prompt-of.js';
import { toast } from '../../ui/toasts.js';
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.js';
import { useNow } from '../../ui/use-now.js';
import styles from './page.module.css';
import { onDemand } from '../../ui/on-demand.js';

const RefuseDialog = onDemand(() => import('./refuse-dialog.js').then(({ RefuseDialog: it }) => it));

/** A field for each requested key, and the buttons to provide or refuse; or why the user can do neither. */
export function ValuesForm({ request }: { request: RequestDetail }): JSX.Element {
  const { id, keys } = request;
  const { id: me } = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const whyId = useId();
  const against = useAgainst(request, me);
  const [typing, setTyping] = useState(against === null);
  // What was typed stays on the page when the time is over meanwhile.
  if (against === null && !typing) setTyping(true);
  const [lengths, setLengths] = useState<Lengths>({});
  const [refusing, setRefusing] = useState(false);
  const leave = useUnsavedChanges();
  const done = async (words: string): Promise<void> => {
    leave.sent();
    toast(words);
    await client.invalidateQueries({ queryKey: ['requests'] });
    await navigate({ to: '/requests/$id', params: { id }, replace: true });
  };
  const send = async (data: FormData): Promise<void> => {
    try {
      await provideValues(request, data, stepUpPromptOf(request, 'Provide values'));
    } catch (error) {
      if (error instanceof ApiError || !(await isProvided(id, me))) {
        void client.invalidateQueries({ queryKey: ['requests', 'one', id] });
        throw error;
      }
    }
    await done('Provided.');
  };
  const off = against === null ? {} : { reason: against, reasonId: whyId };
  return (
    <Section title={keys.length === 1 ? 'The value' : `${keys.length} values`}>
      <div onInput={leave.onInput}>
        <Form onSubmit={send}>
          {({ busy }) => (
            <>
              {typing ? (
                <>
                  {keys.map((key) => (
                    <ValueInput
                      key={key}
                      keyName={key}
                      onLength={(bytes) => setLengths((before) => ({ ...before, [key]: bytes }))}
                    />
                  ))}
                  <TextArea
                    name="fill_comment"
                    label="Comment"
                    hint="Whoever sees the request reads it: never a value."
                    rows={2}
                    maxLength={2000}
                  />
                </>
              ) : (
                <KeyNames keys={keys} />
              )}
              {against !== null && (
                <p id={whyId} className={styles.note} role="status">
                  {against}
                </p>
              )}
              <div className={styles.buttons}>
                <ActionButton {...off} onClick={() => setRefusing(true)}>
                  Refuse…
                </ActionButton>
                <ActionButton
                  look="main"
                  type="submit"
                  busy={busy}
                  {...(against === null ? { reason: missingValues(keys, lengths) } : off)}
                >
                  Provide values
                </ActionButton>
              </div>
            </>
          )}
        </Form>
      </div>
      {refusing && (
        <RefuseDialog
          request={request}
          onClose={() => setRefusing(false)}
          onRefused={() => done('Refused.')}
        />
      )}
    </Section>
  );
}

function KeyNames({ keys }: { keys: readonly string[] }): JSX.Element {
  return (
    <ul className={styles.keys}>
      {keys.map((key) => (
        <li key={key}>
          <code>{key}</code>
        </li>
      ))}
    </ul>
  );
}

/** Whether values whose answer got lost have arrived: then they need not stay on the page. */
async function isProvided(id: string, me: string): Promise<boolean> {
  const query = requestQuery(id);
  // One that is under way may have been answered before they came.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  const read = queryClient.fetchQuery({ ...query, staleTime: 0 });
  return (await read.catch(() => null))?.filled_by_user_id === me;
}

/** Why this person can't answer now; the end of the window is known before the service says so. */
function useAgainst(request: RequestDetail, me: string): string | null {
  const over = useNow() >= Date.parse(request.expires_at);
  const reason = actionOf(request, 'fill', me)?.reason ?? null;
  if (reason !== null || !over) return reason;
  const allowed_actions = [{ action: 'fill', allowed: false, reason: 'fill_window_expired' }];
  return actionOf({ ...request, allowed_actions }, 'fill', me)!.reason;
}
