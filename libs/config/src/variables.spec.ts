import { describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { VARIABLE_GROUPS, VARIABLES, type VariableName } from './variables.js';

const key = (fill: number): string => Buffer.alloc(32, fill).toString('base64');
const bytes = (value: unknown): unknown => (value instanceof SecretBytes ? value.toBase64() : value);
const plain = (value: unknown): unknown => (Array.isArray(value) ? value.map(bytes) : bytes(value));
const utf8 = (text: string): string => Buffer.from(text).toString('base64');
const target = { name: 'n', type: 'vault', cluster_name: 'c', scope: { mount: 'kv' }, interval_seconds: 60 };

/** For each variable: valid texts with their values, and invalid texts. */
const RULES: Partial<Record<VariableName, { takes: [string, unknown][]; refuses: string[] }>> = {
  SVC_ENV: {
    takes: [
      ['production', 'production'],
      ['development', 'development'],
    ],
    refuses: ['Production', 'test', ' production'],
  },
  SVC_LOG_LEVEL: { takes: [['debug', 'debug']], refuses: ['verbose', 'INFO'] },
  API_ADDR: {
    takes: [
      [':8080', { host: null, port: 8080 }],
      ['localhost:0', { host: 'localhost', port: 0 }],
      ['10.0.0.1:65535', { host: '10.0.0.1', port: 65535 }],
      ['[::1]:8080', { host: '::1', port: 8080 }],
    ],
    refuses: [
      '8080',
      ':',
      ':x',
      ':65536',
      '::1:80',
      '[::1]',
      '[zz]:80',
      '999.1.1.1:80',
      'a b:80',
      '-a:80',
      'http://a:80',
    ],
  },
  SVC_METRICS_ADDR: { takes: [['127.0.0.1:9090', { host: '127.0.0.1', port: 9090 }]], refuses: ['9090'] },
  WORKER_ADDR: { takes: [[':8081', { host: null, port: 8081 }]], refuses: ['8081'] },
  SVC_PUBLIC_URL: {
    takes: [
      ['https://c.example', 'https://c.example'],
      ['https://C.example:8443/', 'https://c.example:8443'],
      ['http://localhost:8080', 'http://localhost:8080'],
    ],
    refuses: [
      'c.example',
      'https://c.example/app',
      'https://u:p@c.example',
      'https://c.example?x=1',
      'ftp://c.example',
      'https://c .example',
    ],
  },
  SVC_TRUST_PROXY: {
    takes: [
      ['none', { kind: 'none' }],
      ['0', { kind: 'none' }],
      ['2', { kind: 'hops', hops: 2 }],
      ['10.0.0.0/8, fd00::/8,192.0.2.1', { kind: 'cidrs', cidrs: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] }],
    ],
    refuses: [
      'true',
      '-1',
      '100',
      '1.5',
      'loopback',
      '10.0.0.0/33',
      '10.1',
      '010.1.1.1.1',
      '10.0.0.0/8,',
      'fd00::/129',
    ],
  },
  SVC_LOAD_SHEDDING_LAG_MS: {
    takes: [
      ['0', 0],
      ['250', 250],
    ],
    refuses: ['-1', '250ms', '3600001'],
  },
  SVC_CALLS_PER_CALLER: {
    takes: [
      ['0', 0],
      ['80', 80],
      ['100000', 100_000],
    ],
    refuses: ['-1', '1.5', '', '100001', 'many'],
  },
  DATABASE_URL: {
    takes: [
      ['postgres://u:p@h:5432/d', 'postgres://u:p@h:5432/d'],
      ['postgresql://h/d', 'postgresql://h/d'],
    ],
    refuses: ['mysql://h/d', 'h/d', 'postgres:// h/d'],
  },
  SVC_DATABASE_DIRECT_URL: { takes: [['postgres://h/d', 'postgres://h/d']], refuses: ['redis://h'] },
  SVC_DATABASE_SLOW_STATEMENT_MS: {
    takes: [
      ['0', 0],
      ['3600000', 3_600_000],
    ],
    refuses: ['-1', '1s', '0.5', '3600001', '1e3', ' 1'],
  },
  SVC_DATABASE_READ_URL: { takes: [['postgres://replica/d', 'postgres://replica/d']], refuses: ['replica'] },
  SVC_DATABASE_POOLER_PREPARED_STATEMENTS: {
    takes: [
      ['true', true],
      ['false', false],
    ],
    refuses: ['1', 'yes', '200'],
  },
  REDIS_URL: {
    takes: [
      ['redis://h:6379', 'redis://h:6379'],
      ['rediss://:p@h/1', 'rediss://:p@h/1'],
      ['memory://', 'memory://'],
      ['redis+cluster://u:p%40@a:1,b:2,[::1]:3', 'redis+cluster://u:p%40@a:1,b:2,[::1]:3'],
      ['rediss+cluster://:p@a', 'rediss+cluster://:p@a'],
      ['redis+sentinel://a:1,b/2?master=m', 'redis+sentinel://a:1,b/2?master=m'],
    ],
    refuses: [
      ...['http://h', 'redis://', 'memory://x', 'h:6379', 'redis://a:1,b:2', 'redis+other://a'],
      ...['redis+cluster://', 'redis+cluster://a:1,', 'redis+cluster://a:0', 'redis+cluster://a:65536'],
      ...[
        'redis+cluster://u:p@ss@a:1',
        'redis+cluster://u:%zz@a:1',
        'redis+cluster://a:1/1',
        'redis+cluster://a b',
      ],
      ...[
        'redis+cluster://a?master=m',
        'redis+sentinel://a',
        'redis+sentinel://a?master=',
        'redis+sentinel://a/x?master=m',
      ],
      ...['redis+sentinel://a?master=m&db=1', 'memory+cluster://a'],
    ],
  },
  SVC_JWT_SECRET: {
    takes: [
      [key(7), key(7)],
      ['raw secret of more than 32 bytes!', utf8('raw secret of more than 32 bytes!')],
      ['é'.repeat(16), utf8('é'.repeat(16))],
      // Canonical base64, but of 24 bytes only: the 32 characters themselves are the secret.
      ['a'.repeat(32), utf8('a'.repeat(32))],
    ],
    refuses: ['short', 'x'.repeat(31), Buffer.alloc(16).toString('base64')],
  },
  SVC_JWT_TOKEN_TTL: {
    takes: [
      ['8h', 28_800],
      ['1h30m', 5_400],
      ['90s', 90],
      ['1.5m', 90],
      ['2000ms', 2],
    ],
    refuses: ['8', '0s', '500ms', '8 h', '-1h', 'h', '1d', '9000h', '1.5s', '1h 30m'],
  },
  SVC_KMS_BACKEND: {
    takes: [
      ['transit', 'transit'],
      ['cloud-kms', 'cloud-kms'],
    ],
    refuses: ['vault', 'LOCAL'],
  },
  SVC_WRAP_MASTER_KEY: {
    takes: [[key(1), key(1)]],
    refuses: [
      'x'.repeat(32),
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      key(1).slice(0, -1),
      `${key(1)} `,
    ],
  },
  SVC_WRAP_MASTER_KEY_PREVIOUS: {
    takes: [
      [key(1), [key(1)]],
      [`${key(1)}, ${key(2)}`, [key(1), key(2)]],
    ],
    refuses: [`${key(1)},`, `${key(1)},short`],
  },
  SVC_KMS_TRANSIT_ADDR: {
    takes: [
      ['https://kms:8200/x', 'https://kms:8200/x'],
      ['http://127.0.0.1:8200', 'http://127.0.0.1:8200'],
    ],
    refuses: ['kms:8200', 'https://u:p@kms', 'https://kms?token=1'],
  },
  SVC_KMS_TRANSIT_TOKEN: { takes: [['t', utf8('t')]], refuses: [] },
  SVC_KMS_TRANSIT_KEY: { takes: [['wraps', 'wraps']], refuses: [' ', 'a\nb', 'x'.repeat(1025)] },
  SVC_KMS_CLOUD_REGION: { takes: [['eu-1', 'eu-1']], refuses: ['\t'] },
  SVC_KMS_CLOUD_KEY_ID: { takes: [['alias/wraps', 'alias/wraps']], refuses: ['\u0000'] },
  SVC_BOOTSTRAP_ADMIN_EMAIL: {
    takes: [['a@b', 'a@b']],
    refuses: ['a', '@b', 'a@', 'a b@c', `${'a'.repeat(254)}@b`],
  },
  SVC_BOOTSTRAP_ADMIN_PASSWORD: {
    takes: [['x'.repeat(72), utf8('x'.repeat(72))]],
    refuses: ['x'.repeat(73), 'é'.repeat(37)],
  },
  SVC_BOOTSTRAP_ADMIN_USER_ID: {
    takes: [['0199A000-0000-7000-8000-00000000000A', '0199a000-0000-7000-8000-00000000000a']],
    refuses: ['1', '0199a00000007000800000000000000a'],
  },
  SVC_SESSION_ABSOLUTE_TTL: { takes: [['12h', 43_200]], refuses: ['0h'] },
  SVC_SESSION_IDLE_TTL: { takes: [['5m', 300]], refuses: ['5'] },
  SVC_STEP_UP_TTL: { takes: [['15m', 900]], refuses: [''] },
  SVC_REQUIRE_MFA_AT_LOGIN: {
    takes: [
      ['true', true],
      ['false', false],
    ],
    refuses: ['1', 'yes', 'TRUE'],
  },
  SVC_MFA_CHANGE_STEP_UP: { takes: [['false', false]], refuses: ['0'] },
  SVC_WEBAUTHN_RP_ID: {
    takes: [
      ['c.example', 'c.example'],
      ['localhost', 'localhost'],
    ],
    refuses: ['C.example', '127.0.0.1', 'https://c', 'c..d'],
  },
  SVC_WEBAUTHN_RP_ORIGINS: {
    takes: [['https://a.c, https://b.c:1', ['https://a.c', 'https://b.c:1']]],
    refuses: ['https://a.c,', 'a.c', 'https://a.c/x'],
  },
  SVC_OIDC_ISSUER: {
    takes: [['https://idp/realms/x', 'https://idp/realms/x']],
    refuses: ['idp', 'https://idp#x'],
  },
  SVC_OIDC_CLIENT_ID: { takes: [['countersign', 'countersign']], refuses: ['  '] },
  SVC_OIDC_CLIENT_SECRET: { takes: [['s', utf8('s')]], refuses: [] },
  SVC_OIDC_REDIRECT_URL: { takes: [['https://c/cb', 'https://c/cb']], refuses: ['/cb'] },
  SVC_OIDC_SCOPES: { takes: [['openid  email', ['openid', 'email']]], refuses: ['email', 'openid "x"'] },
  SVC_OIDC_GROUPS_CLAIM: { takes: [['roles', 'roles']], refuses: [' '] },
  SVC_OIDC_GROUP_MAP: {
    takes: [
      ['{"ops":"admin"}', { ops: 'admin' }],
      ['{}', {}],
    ],
    refuses: [
      '[]',
      'null',
      '"x"',
      '1',
      '{',
      '{"":"admin"}',
      '{" ":"admin"}',
      '{"ops":""}',
      '{"ops":" "}',
      '{"ops":1}',
      '{"ops":null}',
    ],
  },
  SVC_OIDC_TRUSTED_AMR_MFA: { takes: [['true', true]], refuses: ['on'] },
  SVC_CONSOLE_ENABLED: { takes: [['false', false]], refuses: ['off'] },
  SVC_GITOPS_ENABLED: { takes: [['true', true]], refuses: ['enabled'] },
  SVC_AGENT_DIRECT_MINT_ENABLED: { takes: [['true', true]], refuses: ['y'] },
  SVC_ALLOW_INSECURE_STORE_ADDR: { takes: [['true', true]], refuses: ['1'] },
  SVC_PROVIDER_CONN_REJECT_SECRETS: { takes: [['false', false]], refuses: ['no'] },
  SVC_SECURITY_PROFILE: { takes: [['strict', 'strict']], refuses: ['Strict', 'paranoid'] },
  SVC_REQUIRE_BOUND_SECRETS: { takes: [['true', true]], refuses: ['t'] },
  SVC_DISCOVER_TARGETS_JSON: {
    takes: [
      ['[]', []],
      [
        JSON.stringify([target]),
        [{ name: 'n', type: 'vault', clusterName: 'c', scope: { mount: 'kv' }, intervalSeconds: 60 }],
      ],
    ],
    refuses: [
      '{}',
      'x',
      '[1]',
      '[null]',
      '[{}]',
      JSON.stringify([{ ...target, name: ' ' }]),
      JSON.stringify([{ ...target, extra: 1 }]),
      JSON.stringify([{ ...target, scope: [] }]),
      JSON.stringify([{ ...target, interval_seconds: 0 }]),
      JSON.stringify([{ ...target, interval_seconds: '60' }]),
    ],
  },
  SVC_JOB_LEASE_TTL: { takes: [['60s', 60]], refuses: ['60'] },
  SVC_AUDIT_SIGNING_KEY: { takes: [[key(3), key(3)]], refuses: ['x'.repeat(32)] },
  SVC_AUDIT_CHECKPOINT_DIR: { takes: [['/var/log/c', '/var/log/c']], refuses: [' '] },
  SVC_WORKER_CROSS_TEAM_FILL_EXPIRED_INTERVAL: {
    takes: [['500ms', 500]],
    refuses: ['9ms', '600h', '0s', '5'],
  },
  SVC_WORKER_REVEAL_SESSIONS_EXPIRED_INTERVAL: { takes: [['5s', 5_000]], refuses: ['5'] },
  SVC_WORKER_DISCOVERY_INTERVAL: { takes: [['10s', 10_000]], refuses: ['10'] },
  SVC_WORKER_DISCOVERY_STALE_INTERVAL: { takes: [['30s', 30_000]], refuses: ['30'] },
  SVC_WORKER_REQUESTS_EXPIRED_INTERVAL: { takes: [['10s', 10_000]], refuses: ['10'] },
  SVC_WORKER_WRAPS_EXPIRED_INTERVAL: { takes: [['30s', 30_000]], refuses: ['30'] },
  SVC_WORKER_AUDIT_SEAL_INTERVAL: { takes: [['1.5s', 1_500]], refuses: ['1'] },
  SVC_WORKER_HOUSEKEEPING_INTERVAL: { takes: [['5m', 300_000]], refuses: ['5'] },
};

const taken = Object.entries(RULES).flatMap(([name, { takes }]) =>
  takes.map(([text, value]) => [name, text, value]),
);
const refused = Object.entries(RULES).flatMap(([name, { refuses }]) => refuses.map((text) => [name, text]));
const of = (name: unknown) => VARIABLES[name as VariableName];

describe('the table of variables', () => {
  it('has examples here for every variable', () => {
    expect(Object.keys(RULES).sort()).toEqual(Object.keys(VARIABLES).sort());
  });

  it.each(taken)('%s accepts %j', (name, text, value) => {
    expect(plain(of(name).parse(String(text)))).toEqual(value);
  });

  it.each(refused)('%s rejects %j', (name, text) => {
    const parse = (): unknown => of(name).parse(String(text));
    expect(parse).toThrow(expect.objectContaining({ name: 'ValueFault' }));
  });

  it.each(refused)('%s never repeats a text made of %j', (name, text) => {
    const reasons: string[] = [];
    for (const given of [`${text}zq9canary`, `zq9canary${text}`]) {
      try {
        of(name).parse(given);
      } catch (error) {
        reasons.push((error as Error).message);
      }
    }
    expect(reasons.join()).not.toContain('zq9canary');
  });

  it.each(Object.entries(VARIABLES).filter(([, { fallback }]) => fallback !== null))(
    'the default of %s passes its own validation',
    (_name, variable) => {
      expect(() => variable.parse(variable.fallback ?? '')).not.toThrow();
    },
  );

  it.each(Object.entries(VARIABLES))('documents %s with a valid example', (_name, variable) => {
    expect(variable.meaning).toMatch(/^[`A-Z].*\.$/);
    expect(() => variable.parse(variable.example)).not.toThrow();
  });

  it('has every variable in exactly one group', () => {
    const grouped = Object.values(VARIABLE_GROUPS).flatMap((group) => Object.keys(group));
    expect(grouped.sort()).toEqual(Object.keys(VARIABLES).sort());
  });

  it('has no default for any secret', () => {
    const secrets = Object.values(VARIABLES).filter(({ secret }) => secret);
    expect(secrets.length).toBeGreaterThan(8);
    expect(secrets.every(({ fallback }) => fallback === null)).toBe(true);
  });

  it('has no group named like a prototype property', () => {
    expect(VARIABLES.SVC_OIDC_GROUP_MAP.parse('{"a":"b"}')['constructor']).toBeUndefined();
  });
});
