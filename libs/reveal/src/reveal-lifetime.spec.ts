import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import type { AccessRequest } from '#libs/requests';
import { RevealLifetime } from './reveal-lifetime.js';

const TX = { name: 'the transaction' } as unknown as Tx;
const ANN = { userId: 'ann' } as Caller;
const READ = {
  type: 'read',
  project_id: 'web',
  team_ids: ['payments', 'all'],
  environment_id: 'e1',
  provider_connection_id: 'store',
  secret_ref: 'apps/web',
} as unknown as AccessRequest;
const HAND_OVER = { ...READ, type: 'cross_team' } as const;
/** What the rules are looked up for. */
const TARGET = {
  project: { projectId: 'web', teamIds: ['payments', 'all'] },
  environment: { environmentId: 'e1', name: 'staging', kind: 'non_prod' },
  connection: { type: 'vault' },
  secretRef: 'apps/web',
  operation: 'reveal',
  type: 'read',
};

let targets: unknown[];
beforeEach(() => {
  targets = [];
});

/** Returns the service in a place of which this is known; it notes what rules are looked up for. */
function lifetimeIn(
  known: { environment?: unknown; connection?: unknown; prodDestinations?: readonly unknown[] },
  decision: unknown = { winner: null, revealTtlSeconds: 60 },
): RevealLifetime {
  const only = (wanted: string, found: unknown) => (tx: Tx, id: string) =>
    Promise.resolve(tx === TX && id === wanted ? found : new Error('another one was looked up'));
  const isProd = (_: Tx, place: unknown) =>
    Promise.resolve(
      (known.prodDestinations ?? []).some((prod) => JSON.stringify(prod) === JSON.stringify(place)),
    );
  const decide = (tx: Tx, caller: Caller, target: unknown) => {
    targets.push(tx === TX && caller === ANN ? target : new Error('for another caller'));
    return Promise.resolve(decision);
  };
  return new RevealLifetime(
    { environment: only('e1', known.environment ?? null) } as never,
    { find: only('store', known.connection ?? null) } as never,
    { isProd } as never,
    { decide } as never,
  );
}

const STAGING = { environment: { name: 'staging', kind: 'non_prod' }, connection: { type: 'vault' } };
const DESTINATION = { connectionId: 'store', projectId: 'web', secretRef: 'apps/web' };

describe('the reveal lifetime', () => {
  it('is that of the winning rule for reveal', async () => {
    const lifetime = lifetimeIn(STAGING, { winner: { id: 'rule' }, revealTtlSeconds: 25 });
    expect(await lifetime.secondsFor(TX, ANN, READ)).toBe(25);
    expect(targets).toEqual([TARGET]);
  });

  it('is resolved also after environment and connection were deleted', async () => {
    expect(await lifetimeIn({}).secondsFor(TX, ANN, READ)).toBe(60);
    const environment = { environmentId: 'e1', name: null, kind: null };
    expect(targets).toEqual([{ ...TARGET, environment, connection: null }]);
  });

  it.each([
    ['non_prod', 'a hand-over to elsewhere', HAND_OVER, []],
    ['prod', 'a hand-over to a place of prod', HAND_OVER, [DESTINATION]],
    ['non_prod', 'a read from such a place', READ, [DESTINATION]],
  ] as const)('is that of %s for %s (D40)', async (kind, _, request, prodDestinations) => {
    await lifetimeIn({ ...STAGING, prodDestinations }).secondsFor(TX, ANN, request);
    const environment = { ...TARGET.environment, kind };
    expect(targets).toEqual([{ ...TARGET, environment, type: request.type }]);
  });
});
