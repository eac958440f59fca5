import type { StepUpPrompt } from '../api/step-up-prompt.js';
import type { AccessRequest } from '../api/queries/requests.js';
import { shortRef } from './short-ref.js';

/** Returns what the step-up dialog says of doing something with this request: who, which keys, of what, and where. */
export function stepUpPromptOf(
  { requester_email, keys, secret_ref, names }: AccessRequest,
  verb: string,
): StepUpPrompt {
  const place = names && ` in ${names.environment ?? 'a deleted environment'} (${names.project})`;
  return {
    verb,
    about: (
      <>
        {requester_email}, {keys.join(', ')} of <code>{shortRef(secret_ref)}</code>
        {place}
      </>
    ),
  };
}
