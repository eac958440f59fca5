import type { StepUpPrompt } from '../../api/step-up-prompt.js';
import { submitCrossTeam } from '../../api/queries/cross-team.js';
import { type Submitted, submitRead } from '../../api/queries/submit.js';
import { submitChange } from '../../secret/submit-change.js';
import { textIn } from '../../ui/form.js';
import { shortRef } from '../../ui/short-ref.js';
import type { CrossTeamTarget } from './use-cross-team-target.js';
import type { RequestDraft } from './use-request-draft.js';

/** What the form gives beside what the page holds. */
export interface FormInput {
  readonly data: FormData;
  readonly idempotencyKey: string;
}

/** Makes the request. @throws ApiError */
export async function submitRequest(
  draft: RequestDraft,
  { data, idempotencyKey }: FormInput,
): Promise<Submitted> {
  const { project_id, environment_id, provider_connection_id, secret_ref, keys, kind } = draft;
  const place = { project_id, environment_id, provider_connection_id, secret_ref };
  const whole = { ...place, justification: textIn(data, 'justification') || null };
  const prompt = promptOf(
    draft,
    kind === 'patch' ? 'Request a change' : 'Request to read',
    `in ${draft.environmentName}`,
  );
  return kind === 'patch'
    ? submitChange(whole, keys, data, prompt, idempotencyKey)
    : submitRead({ ...whole, keys: [...keys] }, prompt, idempotencyKey);
}

/** Asks another team. @param source the own project, where the service needs it named. @throws ApiError */
export async function submitCrossTeamRequest(
  draft: RequestDraft,
  target: CrossTeamTarget,
  source: string | undefined,
  { data, idempotencyKey }: FormInput,
): Promise<Submitted> {
  const { target_team_id, target_project_id, target_environment_id, projects } = target;
  const body = {
    ...{ target_team_id, target_project_id, target_environment_id },
    destination_provider_connection_id: draft.provider_connection_id,
    destination_secret_ref: draft.secret_ref,
    destination_keys: [...draft.keys],
    source_project_id: source,
    justification: textIn(data, 'justification') || null,
  };
  const from = projects.find(({ id }) => id === target_project_id)?.name ?? 'another project';
  return submitCrossTeam(body, promptOf(draft, 'Request values', `with values of ${from}`), idempotencyKey);
}

function promptOf({ keys, secret_ref }: RequestDraft, verb: string, where: string): StepUpPrompt {
  return {
    verb,
    about: (
      <>
        {keys.join(', ')} of <code>{shortRef(secret_ref)}</code> {where}
      </>
    ),
  };
}
