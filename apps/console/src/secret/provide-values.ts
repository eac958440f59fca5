import { api, withStepUp, dataOf } from '../api/client.js';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import type { AccessRequest } from '../api/queries/requests.js';
import { textIn } from '../ui/form.js';
import { typedValues } from './typed-values.js';

/**
 * Provides what the form's ValueInputs hold for the keys of another team's request.
 *
 * @param data the form, with `fill_comment` beside the values
 * @throws ApiError
 */
export async function provideValues(
  { id, keys }: Pick<AccessRequest, 'id' | 'keys'>,
  data: FormData,
  prompt: StepUpPrompt,
): Promise<AccessRequest> {
  const body = {
    key_values: await typedValues(keys, data),
    fill_comment: textIn(data, 'fill_comment') || null,
  };
  const params = { path: { id } };
  return dataOf(api.POST('/api/v1/requests/{id}/fill', { params, body, ...withStepUp(prompt) }));
}
