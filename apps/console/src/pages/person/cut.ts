import { ApiError } from '../../api/client.js';
import type { Deed } from '../../api/deed.js';
import { type Grant, revokeGrant } from '../../api/queries/grants.js';
import { clearFactors, endSessions, setDisabled, type User } from '../../api/queries/people.js';

/** What can be cut, in the order in which it is cut: what helps at once comes first. */
export const CUTS = ['disable', 'sessions', 'factors', 'grants'] as const;
export type Cut = (typeof CUTS)[number];

/** What became of one cut: done, or refused; for grants, each one that stays with why. */
export interface Outcome {
  readonly failure: Error | null;
  readonly kept: readonly { readonly grant: Grant; readonly failure: Error }[];
}

/**
 * Cuts off what was chosen, one after the other. What is refused stops nothing else, but for a second factor that was
 * not shown: it is asked for once.
 *
 * @param onOutcome told as soon as each is over
 */
export async function cutOff(
  { id }: User,
  chosen: ReadonlySet<Cut>,
  grants: readonly Grant[],
  deed: Deed,
  onOutcome: (cut: Cut, outcome: Outcome) => void,
): Promise<void> {
  let declined: Error | null = null;
  const calls: Readonly<Record<Exclude<Cut, 'grants'>, () => Promise<unknown>>> = {
    disable: () => setDisabled(id, true, deed),
    sessions: () => endSessions(id, deed),
    factors: () => clearFactors(id, deed),
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
  for (const cut of CUTS.filter((each) => chosen.has(each))) {
    if (cut !== 'grants') {
      onOutcome(cut, { failure: await attempt(calls[cut]), kept: [] });
      continue;
    }
    const kept = [];
    for (const grant of grants) {
      const failure = await attempt(() => revokeGrant(grant.id, deed));
      if (failure !== null && !isGone(failure)) kept.push({ grant, failure });
    }
    onOutcome(cut, { failure: null, kept });
  }
}

function asksForFactor(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401;
}

/** Another administrator may have been faster. */
function isGone(error: Error): boolean {
  return error instanceof ApiError && error.code === 'assignment_not_found';
}
