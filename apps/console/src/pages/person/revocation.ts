import { ApiError } from '../../api/client.js';
import type { StepUpPrompt } from '../../api/step-up-prompt.js';
import { type Grant, revokeGrant } from '../../api/queries/grants.js';
import { clearFactors, endSessions, setDisabled, type User } from '../../api/queries/people.js';

/** What can be revoked, in this order: what has an immediate effect comes first. */
export const REVOCATIONS = ['disable', 'sessions', 'factors', 'grants'] as const;
export type Revocation = (typeof REVOCATIONS)[number];

/** The outcome of one revocation: done, or refused; for grants, those that remain and why. */
export interface Outcome {
  readonly failure: Error | null;
  readonly kept: readonly { readonly grant: Grant; readonly failure: Error }[];
}

/**
 * Revokes what was chosen, one after the other. A refusal does not stop the others, except a declined step-up: the user
 * is prompted once.
 *
 * @param onOutcome called as soon as each is done
 */
export async function revokeAccess(
  { id }: User,
  chosen: ReadonlySet<Revocation>,
  grants: readonly Grant[],
  prompt: StepUpPrompt,
  onOutcome: (revocation: Revocation, outcome: Outcome) => void,
): Promise<void> {
  let declined: Error | null = null;
  const calls: Readonly<Record<Exclude<Revocation, 'grants'>, () => Promise<unknown>>> = {
    disable: () => setDisabled(id, true, prompt),
    sessions: () => endSessions(id, prompt),
    factors: () => clearFactors(id, prompt),
  };
  const attempt = async (call: () => Promise<unknown>): Promise<Error | null> => {
    if (declined !== null) return declined;
    try {
      await call();
      return null;
    } catch (error) {
      if (asksForFactor(error)) declined = error;
      return error as Error;
    }
  };
  for (const revocation of REVOCATIONS.filter((each) => chosen.has(each))) {
    if (revocation !== 'grants') {
      onOutcome(revocation, { failure: await attempt(calls[revocation]), kept: [] });
      continue;
    }
    const kept = [];
    for (const grant of grants) {
      const failure = await attempt(() => revokeGrant(grant.id, prompt));
      if (failure !== null && !isGone(failure)) kept.push({ grant, failure });
    }
    onOutcome(revocation, { failure: null, kept });
  }
}

function asksForFactor(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401;
}

/** Another administrator may have been faster. */
function isGone(error: Error): boolean {
  return error instanceof ApiError && error.code === 'assignment_not_found';
}
