import { useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { ApiError } from '../../api/client.js';
import type { PreviewBody } from '../../api/queries/submit.js';
import { type Lengths, missingValues } from '../../secret/missing-values.js';
import { ActionButton } from '../../ui/button.js';
import { Form, FormButtons, TextArea } from '../../ui/form.js';
import { useKeptState } from '../../ui/kept-input.js';
import { ShowNow } from '../../ui/show-now.js';
import { toast } from '../../ui/toasts.js';
import { useLeaveAsks } from '../../ui/use-leave-asks.js';
import { useSettled } from '../../ui/use-settled.js';
import type { AskSearch } from './ask-search.js';
import { Destination } from './destination.js';
import { HandOverSteps } from './hand-over-steps.js';
import { KeysFields } from './keys-fields.js';
import { Kinds } from './kinds.js';
import styles from './page.module.css';
import { Place } from './place.js';
import { SecretField } from './secret-field.js';
import { sendHandOver, sendWish } from './send-wish.js';
import { Target } from './target.js';
import { type HandOver, useHandOver } from './use-hand-over.js';
import { useWish, type Wish } from './use-wish.js';
import { WhatWillHappen } from './what-will-happen.js';

/** Where a refusal belongs that names no field. */
const FIELD_OF_CODE = {
  connection_not_bound: 'provider_connection_id',
  connection_disabled: 'provider_connection_id',
  connection_not_found: 'provider_connection_id',
  secret_bound_to_prod: 'environment_id',
  secret_not_bound: 'secret_ref',
  environment_not_in_project: 'environment_id',
  project_archived: 'environment_id',
  project_not_found: 'environment_id',
  out_of_scope_project: 'environment_id',
  justification_required: 'justification',
} as const;
/** The same for a hand-over. */
const HAND_OVER_FIELD_OF_CODE = {
  cross_team_destination_unbound: 'destination_provider_connection_id',
  cross_team_invalid_target: 'target_environment_id',
  cross_team_keys_empty: 'destination_keys',
  connection_disabled: 'destination_provider_connection_id',
  project_archived: 'destination_provider_connection_id',
  project_not_found: 'destination_provider_connection_id',
  out_of_scope_project: 'destination_provider_connection_id',
  source_project_ambiguous: 'source_project_id',
  justification_required: 'justification',
} as const;

/** The form of a new request, and beside it what will become of it. @param search what the link fills in */
export function Ask({ search }: { search: AskSearch }): JSX.Element {
  const navigate = useNavigate();
  const wish = useWish(search);
  const handOver = useHandOver();
  const [why, setWhy] = useKeptState('why', () => '');
  const [lengths, setLengths] = useState<Lengths>({});
  const leave = useLeaveAsks();
  const { fitting, source, orFitting } = useFitting(wish);
  const body = JSON.parse(useSettled(JSON.stringify(previewOf(wish)))) as PreviewBody | null;
  const asksOthers = wish.kind === 'cross_team';
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    const sent = { data, idempotencyKey };
    const { id, warnings } = asksOthers
      ? await orFitting(sendHandOver(wish, handOver, source, sent))
      : await sendWish(wish, sent);
    for (const { message } of warnings) toast(message, 'warn');
    leave.sent();
    await navigate({ to: '/requests/$id', params: { id }, replace: true });
  };
  return (
    <div className={styles.columns} onInput={leave.onInput}>
      <Form onSubmit={send} fieldOfCode={asksOthers ? HAND_OVER_FIELD_OF_CODE : FIELD_OF_CODE}>
        {({ busy }) => (
          <>
            <Kinds wish={wish} />
            {asksOthers && <Target handOver={handOver} />}
            <SecretField wish={wish} />
            {asksOthers ? <Destination wish={wish} fitting={fitting} /> : <Place wish={wish} />}
            <KeysFields
              wish={wish}
              onLength={(key, bytes) => setLengths((before) => ({ ...before, [key]: bytes }))}
            />
            <TextArea
              name="justification"
              label="Why"
              hint={asksOthers ? 'Those who provide and verify read this.' : 'Approvers read this.'}
              maxLength={2000}
              value={why}
              onChange={({ target: { value } }) => setWhy(value)}
            />
            <FormButtons>
              {wish.kind === 'read' && (
                <ShowNow {...{ body, keys: wish.keys, where: wish.environmentName }} onAsked={leave.sent} />
              )}
              <ActionButton
                type="submit"
                look="main"
                busy={busy}
                reason={missingIn(wish, asksOthers ? handOver : null, lengths)}
              >
                Request
              </ActionButton>
            </FormButtons>
          </>
        )}
      </Form>
      {asksOthers ? (
        <HandOverSteps handOver={handOver} wish={wish} />
      ) : (
        <WhatWillHappen body={body} justified={why.trim() !== ''} />
      )}
    </div>
  );
}

/** Where more than one own project fits a connection, the service names them and the form asks. */
function useFitting(wish: Wish) {
  const { provider_connection_id: connection, secret, source_project_id: project } = wish;
  const [found, setFound] = useState<{ connection: string; projects: readonly string[] } | null>(null);
  const fitting = found?.connection === connection ? found.projects : null;
  const named = fitting === null ? secret === null : fitting.includes(project);
  return {
    fitting,
    source: named && project !== '' ? project : undefined,
    orFitting: async <T,>(call: Promise<T>): Promise<T> => {
      try {
        return await call;
      } catch (error) {
        const { project_ids: projects }: { project_ids?: unknown } =
          error instanceof ApiError && error.code === 'source_project_ambiguous'
            ? (error.body as object)
            : {};
        if (Array.isArray(projects)) setFound({ connection, projects: projects as string[] });
        throw error;
      }
    },
  };
}

function missingIn(wish: Wish, handOver: HandOver | null, lengths: Lengths): string | null {
  if (handOver?.target_project_id === '') return 'Choose whose values you need first.';
  if (handOver?.target_environment_id === '') return 'Choose the environment that the values are of.';
  if (wish.secret_ref === '') return 'Name the secret first.';
  if (handOver === null && wish.environment_id === '') return 'Choose the environment first.';
  if (wish.provider_connection_id === '') return 'Choose the connection first.';
  if (wish.keys.length === 0) return 'Name at least one key.';
  if (wish.keys.length > wish.mostKeys) return `At most ${wish.mostKeys} keys.`;
  return wish.kind === 'patch' ? missingValues(wish.keys, lengths) : null;
}

/** What a preview is asked for; as text, so that the same wish is the same preview. */
function previewOf(wish: Wish): PreviewBody | null {
  const { project_id, environment_id, provider_connection_id, secret_ref, kind: operation } = wish;
  if (operation === 'cross_team') return null;
  const body = { project_id, environment_id, provider_connection_id, secret_ref, operation };
  return Object.values(body).some((value) => value === '') ? null : body;
}
