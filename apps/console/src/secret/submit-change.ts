import type { components } from '@countersign/client';
import { api, withStepUp, dataOf } from '../api/client.js';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import type { Submitted } from '../api/queries/submit.js';
import { typedValues } from './typed-values.js';

type Place = Omit<components['schemas']['SubmitPatchBody'], 'key_values'>;

/**
 * Requests to change keys of a secret to what the form's ValueInputs hold.
 *
 * @param data the form; a chosen file goes before typed text
 * @throws ApiError
 */
export async function submitChange(
  place: Place,
  keys: readonly string[],
  data: FormData,
  prompt: StepUpPrompt,
  idempotencyKey: string,
): Promise<Submitted> {
  const body = { ...place, key_values: await typedValues(keys, data) };
  return dataOf(api.POST('/api/v1/requests', { body, ...withStepUp(prompt, idempotencyKey) }));
}
