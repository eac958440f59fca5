import { type InclusionAnswer, inclusionAnswers } from '../../proof/inclusion-answers.js';
import { api, dataOf } from '../client.js';

/** Events of one call, as many as the service takes. */
const AT_ONCE = 100;

/** Returns the proof of each of these events that is sealed. @throws ApiError */
export async function fetchEvidence(ids: readonly string[]): Promise<InclusionAnswer[]> {
  const found: InclusionAnswer[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const body = { ids: ids.slice(at, at + AT_ONCE) };
    found.push(...inclusionAnswers(await dataOf(api.POST('/api/v1/audit-events/proofs', { body }))));
  }
  return found;
}
