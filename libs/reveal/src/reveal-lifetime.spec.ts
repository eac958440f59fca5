import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from '#libs/audit';
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
/** What a rule may ask of the reveal of such a read. */
const SCOPE = {
  projectId: 'web',
  teamIds: ['payments', 'all'],
  environment: 'staging',
  environmentId: 'e1',
  environmentKind: 'non_prod',
  providerType: 'vault',
  secretRef: 'apps/web',
  operation: 'reveal',
  type: 'read',
};

let asked: unknown[];
let recorded: AuditEvent[];
beforeEach(() => {
  asked = [];
  recorded = [];
});

/** The service in a place of which this is known; it notes what the policies are asked and what is recorded. */
function lifetimeIn(
  known: { environment?: unknown; connection?: unknown; prodDestinations?: readonly unknown[] },
  decision: unknown = { winner: null, revealTtlSeconds: 60, invariantViolated: false },
): RevealLifetime {
  const only = (wanted: string, found: unknown) => (tx: Tx, id: string) =>
    Promise.resolve(tx === TX && id === wanted ? found : new Error('asked for another'));
  const isProd = (_: Tx, place: unknown) =>
    Promise.resolve(
      (known.prodDestinations ?? []).some((prod) => JSON.stringify(prod) === JSON.stringify(place)),
    );
  const decide = (_: Tx, scope: unknown) => (asked.push(scope), Promise.resolve(decision));
  const record = (_: Tx, event: AuditEvent) => Promise.resolve(void recorded.push(event));
  return new RevealLifetime(
    { environment: only('e1', known.environment ?? null) } as never,
    { byId: only('store', known.connection ?? null) } as never,
    { isProd } as never,
    { decide } as never,
    { record } as never,
  );
}

const STAGING = { environment: { name: 'staging', kind: 'non_prod' }, connection: { type: 'vault' } };
const DESTINATION = { connectionId: 'store', projectId: 'web', secretRef: 'apps/web' };

describe('how long values may be looked at', () => {
  it('is what the rules say of revealing them, where they are', async () => {
    const lifetime = lifetimeIn(STAGING, { winner: { id: 'rule' }, revealTtlSeconds: 25 });
    expect(await lifetime.secondsFor(TX, ANN, READ)).toBe(25);
    expect([asked, recorded]).toEqual([[SCOPE], []]);
  });

  it('is asked also where environment and connection have gone', async () => {
    expect(await lifetimeIn({}).secondsFor(TX, ANN, READ)).toBe(60);
    const gone = { environment: null, environmentKind: null, providerType: null };
    expect(asked).toEqual([{ ...SCOPE, ...gone }]);
  });

  it.each([
    ['non_prod', 'a hand-over to elsewhere', HAND_OVER, []],
    ['prod', 'a hand-over to a place of prod', HAND_OVER, [DESTINATION]],
    ['non_prod', 'a read from such a place', READ, [DESTINATION]],
  ] as const)('is that of %s for %s (D40)', async (environmentKind, _, request, prodDestinations) => {
    await lifetimeIn({ ...STAGING, prodDestinations }).secondsFor(TX, ANN, request);
    expect(asked).toEqual([{ ...SCOPE, environmentKind, type: request.type }]);
  });

  it.each([
    ['a rule broke it', { winner: { id: 'rule' }, invariantViolated: true }, ['policy_rule:rule']],
    ['the rule kept it', { winner: { id: 'rule' }, invariantViolated: false }, []],
    ['no rule matched', { winner: null, invariantViolated: true }, []],
  ])('records an invariant with it exactly when %s', async (_, decision, resources) => {
    await lifetimeIn(STAGING, { ...decision, revealTtlSeconds: 60 }).secondsFor(TX, ANN, READ);
    expect(recorded.map(({ resource }) => resource)).toEqual(resources);
    expect(recorded.map(({ actor }) => actor)).toEqual(resources.map(() => 'user:ann'));
  });
});
