import type { Deed } from '../../api/deed.js';
import { submitHandOver } from '../../api/queries/hand-over.js';
import { type Submitted, submitRead } from '../../api/queries/submit.js';
import { submitChange } from '../../secret/submit-change.js';
import { textIn } from '../../ui/form.js';
import { shortRef } from '../../ui/short-ref.js';
import type { HandOver } from './use-hand-over.js';
import type { Wish } from './use-wish.js';

/** What the form gives beside what the page holds. */
export interface Sent {
  readonly data: FormData;
  readonly idempotencyKey: string;
}

/** Makes the request. @throws ApiError */
export async function sendWish(wish: Wish, { data, idempotencyKey }: Sent): Promise<Submitted> {
  const { project_id, environment_id, provider_connection_id, secret_ref, keys, kind } = wish;
  const place = { project_id, environment_id, provider_connection_id, secret_ref };
  const whole = { ...place, justification: textIn(data, 'justification') || null };
  const deed = deedOf(
    wish,
    kind === 'patch' ? 'Request a change' : 'Request to read',
    `in ${wish.environmentName}`,
  );
  return kind === 'patch'
    ? submitChange(whole, keys, data, deed, idempotencyKey)
    : submitRead({ ...whole, keys: [...keys] }, deed, idempotencyKey);
}

/** Asks another team. @param source the own project, where the service needs it named. @throws ApiError */
export async function sendHandOver(
  wish: Wish,
  handOver: HandOver,
  source: string | undefined,
  { data, idempotencyKey }: Sent,
): Promise<Submitted> {
  const { target_team_id, target_project_id, target_environment_id, projects } = handOver;
  const body = {
    ...{ target_team_id, target_project_id, target_environment_id },
    destination_provider_connection_id: wish.provider_connection_id,
    destination_secret_ref: wish.secret_ref,
    destination_keys: [...wish.keys],
    source_project_id: source,
    justification: textIn(data, 'justification') || null,
  };
  const from = projects.find(({ id }) => id === target_project_id)?.name ?? 'another project';
  return submitHandOver(body, deedOf(wish, 'Request values', `with values of ${from}`), idempotencyKey);
}

function deedOf({ keys, secret_ref }: Wish, verb: string, where: string): Deed {
  return {
    verb,
    about: (
      <>
        {keys.join(', ')} of <code>{shortRef(secret_ref)}</code> {where}
      </>
    ),
  };
}
