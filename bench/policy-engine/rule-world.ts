import type { PolicyRule, PolicyScope, Selector } from '#libs/policy-engine';

const PROJECTS = 2000;
const TEAMS = 200;
const PLATFORM_RULES = 10;
const PROVIDERS = ['vault', 'cloud1-sm', 'cloud2-kv', 'cloud3-sm', 'orchestrator'];
const OPERATIONS = ['read', 'patch', 'reveal'] as const;

/** A small repeatable generator (mulberry32): every run measures the same rules. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Ten platform rules, the rest spread over 2,000 projects and 200 teams. */
export function ruleWorld(count: number, seed = 7): PolicyRule[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, n) => {
    if (n < PLATFORM_RULES) return platformRule(n, random);
    const onTeam = random() < 0.3;
    const project = onTeam ? null : `project-${Math.floor(random() * PROJECTS)}`;
    const team = onTeam ? `team-${Math.floor(random() * TEAMS)}` : null;
    const anchor: Selector = project === null ? {} : { project_id: project };
    return ruleOf(
      n,
      { ...anchor, environment_kind: 'non_prod' },
      project,
      team,
      Math.floor(random() * 9000),
      random,
    );
  });
}

/** The match-all, four that guard prod from above the cap, five that give defaults below it. */
function platformRule(n: number, random: () => number): PolicyRule {
  if (n === 0) return ruleOf(n, {}, null, null, 0, random);
  const guard = n < 5;
  return ruleOf(
    n,
    { environment_kind: guard ? 'prod' : 'non_prod' },
    null,
    null,
    guard ? 9000 + n : n,
    random,
  );
}

function ruleOf(
  n: number,
  anchor: Selector,
  projectId: string | null,
  teamId: string | null,
  priority: number,
  random: () => number,
): PolicyRule {
  return {
    id: `rule-${n}`,
    name: `rule ${n}`,
    selector: n === 0 ? {} : { ...anchor, ...randomKeys(random) },
    workflowId: `workflow-${n % 20}`,
    priority,
    enabled: true,
    directRevealAllowed: random() < 0.3,
    requiresMfa: random() < 0.3,
    revealTtlSeconds: 60,
    projectId,
    teamId,
    createdAtMicros: 1_700_000_000_000_000 + n,
  };
}

function randomKeys(random: () => number): Selector {
  return {
    ...(random() < 0.4 ? { provider_type: pick(PROVIDERS, random) } : {}),
    ...(random() < 0.4 ? { operation: pick(OPERATIONS, random) } : {}),
    ...(random() < 0.5 ? { secret_ref_prefix: `apps/${Math.floor(random() * 50)}/` } : {}),
  };
}

/** Questions spread over all projects and teams, three teams above each project. */
export function scopeWorld(count: number, seed = 11): PolicyScope[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({
    projectId: `project-${Math.floor(random() * PROJECTS)}`,
    teamIds: [0, 0, 0].map(() => `team-${Math.floor(random() * TEAMS)}`),
    environment: 'dev',
    environmentId: 'environment-1',
    environmentKind: random() < 0.8 ? ('non_prod' as const) : ('prod' as const),
    providerType: pick(PROVIDERS, random),
    secretRef: `apps/${Math.floor(random() * 50)}/database`,
    operation: pick(OPERATIONS, random),
    type: 'read' as const,
    principalKind: 'person' as const,
  }));
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}
