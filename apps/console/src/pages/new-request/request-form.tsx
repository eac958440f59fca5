import { useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { ApiError } from '../../api/client.js';
import type { PreviewBody } from '../../api/queries/submit.js';
import { type Lengths, missingValues } from '../../secret/missing-values.js';
import { ActionButton } from '../../ui/button.js';
import { Form, FormButtons, TextArea } from '../../ui/form.js';
import { tooManyKeys } from '../../ui/most-keys.js';
import { usePersistedState } from '../../ui/persisted-input.js';
import { DirectRevealButton } from '../../ui/direct-reveal-button.js';
import { toast } from '../../ui/toasts.js';
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.js';
import { useDebounced } from '../../ui/use-debounced.js';
import type { NewRequestSearch } from './search.js';
import { Destination } from './destination.js';
import { CrossTeamSteps } from './cross-team-steps.js';
import { KeysFields } from './keys-fields.js';
import { KindField } from './kind-field.js';
import styles from './page.module.css';
import { EnvironmentFields } from './environment-fields.js';
import { SecretField } from './secret-field.js';
import { submitCrossTeamRequest, submitRequest } from './submit-request.js';
import { TargetFields } from './target-fields.js';
import { type CrossTeamTarget, useCrossTeamTarget } from './use-cross-team-target.js';
import { useRequestDraft, type RequestDraft } from './use-request-draft.js';
import { RequestPreview } from './request-preview.js';

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
/** The same for a cross-team request. */
const CROSS_TEAM_FIELD_OF_CODE = {
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

/** The form of a new request and its preview. @param search the search parameters that prefill it */
export function RequestForm({ search }: { search: NewRequestSearch }): JSX.Element {
  const navigate = useNavigate();
  const draft = useRequestDraft(search);
  const target = useCrossTeamTarget();
  const [why, setWhy] = usePersistedState('why', () => '');
  const [lengths, setLengths] = useState<Lengths>({});
  const unsaved = useUnsavedChanges();
  const { candidates, source, withCandidates } = useSourceProject(draft);
  const body = JSON.parse(useDebounced(JSON.stringify(previewOf(draft)))) as PreviewBody | null;
  const crossTeam = draft.kind === 'cross_team';
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    const sent = { data, idempotencyKey };
    const { id, warnings } = crossTeam
      ? await withCandidates(submitCrossTeamRequest(draft, target, source, sent))
      : await submitRequest(draft, sent);
    for (const { message } of warnings) toast(message, 'warn');
    unsaved.sent();
    await navigate({ to: '/requests/$id', params: { id }, replace: true });
  };
  return (
    <div className={styles.columns} onInput={unsaved.onInput}>
      <Form onSubmit={send} fieldOfCode={crossTeam ? CROSS_TEAM_FIELD_OF_CODE : FIELD_OF_CODE}>
        {({ busy }) => (
          <>
            <KindField draft={draft} />
            {crossTeam && <TargetFields target={target} />}
            <SecretField draft={draft} />
            {crossTeam ? (
              <Destination draft={draft} candidates={candidates} />
            ) : (
              <EnvironmentFields draft={draft} />
            )}
            <KeysFields
              draft={draft}
              onLength={(key, bytes) => setLengths((before) => ({ ...before, [key]: bytes }))}
            />
            <TextArea
              name="justification"
              label="Why"
              hint={crossTeam ? 'Those who provide and verify read this.' : 'Approvers read this.'}
              maxLength={2000}
              value={why}
              onChange={({ target: { value } }) => setWhy(value)}
            />
            <FormButtons>
              {draft.kind === 'read' && (
                <DirectRevealButton
                  {...{ body, keys: draft.keys, where: draft.environmentName }}
                  onAsked={unsaved.sent}
                />
              )}
              <ActionButton
                type="submit"
                look="main"
                busy={busy}
                reason={missingIn(draft, crossTeam ? target : null, lengths)}
              >
                Request
              </ActionButton>
            </FormButtons>
          </>
        )}
      </Form>
      {crossTeam ? (
        <CrossTeamSteps target={target} draft={draft} />
      ) : (
        <RequestPreview body={body} justified={why.trim() !== ''} />
      )}
    </div>
  );
}

/** Where more than one own project fits a connection, the service names them and the form asks. */
function useSourceProject(draft: RequestDraft) {
  const { provider_connection_id: connection, secret, source_project_id: project } = draft;
  const [found, setFound] = useState<{ connection: string; projects: readonly string[] } | null>(null);
  const candidates = found?.connection === connection ? found.projects : null;
  const named = candidates === null ? secret === null : candidates.includes(project);
  return {
    candidates,
    source: named && project !== '' ? project : undefined,
    withCandidates: async <T,>(call: Promise<T>): Promise<T> => {
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

function missingIn(draft: RequestDraft, target: CrossTeamTarget | null, lengths: Lengths): string | null {
  if (target?.target_project_id === '') return 'Choose whose values you need first.';
  if (target?.target_environment_id === '') return 'Choose the environment that the values are of.';
  if (draft.secret_ref === '') return 'Name the secret first.';
  if (target === null && draft.environment_id === '') return 'Choose the environment first.';
  if (draft.provider_connection_id === '') return 'Choose the connection first.';
  if (draft.keys.length === 0) return 'Name at least one key.';
  const tooMany = tooManyKeys(draft.keys.length, draft.mostKeys);
  return tooMany ?? (draft.kind === 'patch' ? missingValues(draft.keys, lengths) : null);
}

/** What a preview is asked for; as text, so that the same draft is the same preview. */
function previewOf(draft: RequestDraft): PreviewBody | null {
  const { project_id, environment_id, provider_connection_id, secret_ref, kind: operation } = draft;
  if (operation === 'cross_team') return null;
  const body = { project_id, environment_id, provider_connection_id, secret_ref, operation };
  return Object.values(body).some((value) => value === '') ? null : body;
}
