import { describe, expect, it } from '@jest/globals';
import { type Env, errorOf, faultsOf, MASTER, MINIMAL, OIDC, parse } from './testing/parse-api-env.js';

describe('parseApiConfig', () => {
  it('requires four variables and applies the documented defaults', () => {
    const { jwt, kms, ...rest } = parse();
    expect(jwt.tokenTtlSeconds).toBe(28_800);
    expect(kms).toMatchObject({ backend: 'local', previousMasterKeys: [] });
    expect({ ...rest }).toEqual({
      env: 'production',
      logLevel: 'info',
      listen: { host: null, port: 8080 },
      metricsListen: null,
      publicUrl: null,
      trustProxy: { kind: 'none' },
      loadSheddingLagMs: 250,
      callsPerCaller: 80,
      databaseUrl: MINIMAL['DATABASE_URL'],
      databaseDirectUrl: MINIMAL['DATABASE_URL'],
      slowStatementMs: 500,
      databaseReadUrl: null,
      poolerPreparedStatements: false,
      redisUrl: 'redis://cache:6379',
      bootstrapAdmin: { email: null, password: null, userId: null },
      session: { absoluteSeconds: 28_800, idleSeconds: 1_800 },
      stepUpSeconds: 900,
      requireMfaAtLogin: false,
      mfaChangeStepUp: true,
      trustedAmrMfa: false,
      oidc: null,
      webauthn: null,
      jobLeaseSeconds: 60,
      agentDirectMintEnabled: false,
      consoleEnabled: true,
      gitopsEnabled: false,
      allowInsecureStoreAddr: false,
      rejectSecretsInScope: true,
      requireBoundSecrets: false,
      securityProfile: 'standard',
      discoverTargets: null,
      warnings: [],
    });
  });

  it('reports every invalid variable at once, by name', () => {
    const error = errorOf({ SVC_STEP_UP_TTL: 'soon', SVC_GITOPS_ENABLED: 'maybe', REDIS_URL: 'memory://' });
    expect(error.faults.map(({ variable, reason }) => `${variable} ${reason}`).sort()).toEqual([
      'DATABASE_URL is required',
      'REDIS_URL must not be memory:// in production',
      'SVC_GITOPS_ENABLED must be true or false',
      'SVC_JWT_SECRET is required',
      'SVC_STEP_UP_TTL must be a duration such as 8h, 30s, 1h30m or 500ms',
      'SVC_WRAP_MASTER_KEY is required when SVC_KMS_BACKEND is local',
    ]);
    for (const { variable, reason } of error.faults)
      expect(error.message).toContain(`${variable}: ${reason}`);
  });

  it.each<[string, Env, string[]]>([
    [
      'a transit backend without its settings',
      { SVC_KMS_BACKEND: 'transit' },
      ['SVC_KMS_TRANSIT_ADDR', 'SVC_KMS_TRANSIT_TOKEN', 'SVC_KMS_TRANSIT_KEY'],
    ],
    [
      'a cloud backend without its settings',
      { SVC_KMS_BACKEND: 'cloud-kms' },
      ['SVC_KMS_CLOUD_REGION', 'SVC_KMS_CLOUD_KEY_ID'],
    ],
    ['a local backend without a key', { SVC_WRAP_MASTER_KEY: undefined }, ['SVC_WRAP_MASTER_KEY']],
    [
      'an unknown backend, without a guess at its settings',
      { SVC_KMS_BACKEND: 'x', SVC_WRAP_MASTER_KEY: '' },
      ['SVC_KMS_BACKEND'],
    ],
    [
      'an issuer alone',
      { SVC_OIDC_ISSUER: 'https://idp' },
      ['SVC_PUBLIC_URL', 'SVC_OIDC_CLIENT_ID', 'SVC_OIDC_CLIENT_SECRET'],
    ],
    [
      'a wrong issuer alone',
      { SVC_OIDC_ISSUER: 'idp' },
      ['SVC_OIDC_ISSUER', 'SVC_PUBLIC_URL', 'SVC_OIDC_CLIENT_ID', 'SVC_OIDC_CLIENT_SECRET'],
    ],
    ['a plain public URL in production', { SVC_PUBLIC_URL: 'http://c.example' }, ['SVC_PUBLIC_URL']],
    ['a plain issuer in production', { ...OIDC, SVC_OIDC_ISSUER: 'http://idp' }, ['SVC_OIDC_ISSUER']],
    [
      'a bootstrap e-mail without password',
      { SVC_BOOTSTRAP_ADMIN_EMAIL: 'a@b' },
      ['SVC_BOOTSTRAP_ADMIN_PASSWORD'],
    ],
    [
      'a bootstrap password without e-mail',
      { SVC_BOOTSTRAP_ADMIN_PASSWORD: 'x' },
      ['SVC_BOOTSTRAP_ADMIN_EMAIL'],
    ],
    [
      'WebAuthn without a public URL',
      { SVC_WEBAUTHN_RP_ID: 'c', SVC_WEBAUTHN_RP_ORIGINS: 'https://c' },
      ['SVC_PUBLIC_URL'],
    ],
    [
      'an origin outside the relying party',
      {
        SVC_PUBLIC_URL: 'https://c',
        SVC_WEBAUTHN_RP_ID: 'c',
        SVC_WEBAUTHN_RP_ORIGINS: 'https://c,https://xc',
      },
      ['SVC_WEBAUTHN_RP_ORIGINS'],
    ],
    [
      'factors that are added without a step-up, under strict',
      { SVC_SECURITY_PROFILE: 'strict', SVC_MFA_CHANGE_STEP_UP: 'false' },
      ['SVC_MFA_CHANGE_STEP_UP'],
    ],
    ['a cache in memory by default', { REDIS_URL: 'memory://' }, ['REDIS_URL']],
  ])('rejects %s', (_what, changes, names) => {
    expect(faultsOf(changes).map(({ variable }) => variable)).toEqual(names);
  });

  it('accepts the in-memory cache and http URLs in development', () => {
    const config = parse({
      ...OIDC,
      SVC_ENV: 'development',
      REDIS_URL: 'memory://',
      SVC_PUBLIC_URL: 'http://localhost:1',
      SVC_OIDC_ISSUER: 'http://localhost:2',
    });
    expect(config).toMatchObject({ redisUrl: 'memory://', publicUrl: 'http://localhost:1' });
  });

  it('groups the OpenID Connect settings and derives the redirect URL', () => {
    const { oidc } = parse({ ...OIDC, SVC_OIDC_GROUP_MAP: '{"ops":"admin"}' });
    expect(oidc).toMatchObject({
      issuer: 'https://idp.example',
      clientId: 'countersign',
      redirectUrl: 'https://c.example/api/v1/auth/oidc/callback',
      scopes: ['openid', 'email', 'profile', 'groups'],
      groupsClaim: 'groups',
    });
    expect({ ...oidc?.groupMap }).toEqual({ ops: 'admin' });
    expect(parse({ ...OIDC, SVC_OIDC_REDIRECT_URL: 'https://x/cb' }).oidc?.redirectUrl).toBe('https://x/cb');
  });

  it('returns the settings of each key service', () => {
    const transit = parse({
      SVC_WRAP_MASTER_KEY: '',
      SVC_KMS_BACKEND: 'transit',
      SVC_KMS_TRANSIT_ADDR: 'https://k',
      SVC_KMS_TRANSIT_TOKEN: 't',
      SVC_KMS_TRANSIT_KEY: 'wraps',
    });
    expect(transit.kms).toMatchObject({
      backend: 'transit',
      addr: 'https://k',
      key: 'wraps',
      tokenFile: null,
    });
    const cloud = parse({
      SVC_WRAP_MASTER_KEY: '',
      SVC_KMS_BACKEND: 'cloud-kms',
      SVC_KMS_CLOUD_REGION: 'r',
      SVC_KMS_CLOUD_KEY_ID: 'alias/k',
    });
    expect(cloud.kms).toEqual({ backend: 'cloud-kms', region: 'r', keyId: 'alias/k' });
  });

  it('enables WebAuthn when relying party and origins are given', () => {
    const { webauthn } = parse({
      SVC_PUBLIC_URL: 'https://c',
      SVC_WEBAUTHN_RP_ID: 'c',
      SVC_WEBAUTHN_RP_ORIGINS: 'https://c,https://a.c',
    });
    expect(webauthn).toEqual({ rpId: 'c', origins: ['https://c', 'https://a.c'] });
  });

  it.each([
    [{ SVC_WEBAUTHN_RP_ID: 'c' }, 'SVC_WEBAUTHN_RP_ORIGINS'],
    [{ SVC_WEBAUTHN_RP_ORIGINS: 'https://c' }, 'SVC_WEBAUTHN_RP_ID'],
  ])('leaves WebAuthn off and warns when only %j is set (D106)', (half, absent) => {
    for (const url of [{}, { SVC_PUBLIC_URL: 'https://other' }]) {
      const { webauthn, warnings } = parse({ ...half, ...url });
      expect(webauthn).toBeNull();
      expect(warnings).toEqual([
        `${absent} is not set: WebAuthn is off, authenticator apps are the only second factors`,
      ]);
    }
  });

  it('is deeply frozen', () => {
    const config = parse({ SVC_TRUST_PROXY: '10.0.0.0/8' });
    for (const part of [
      config,
      config.listen,
      config.kms,
      config.jwt,
      config.session,
      config.trustProxy,
      config.warnings,
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('warnings', () => {
  it.each([
    ['SVC_JWT_SECRT', 'SVC_JWT_SECRET'],
    ['SVC_OIDC_ISSUER_URL', 'SVC_OIDC_ISSUER'],
    ['SVC_WRAP_MASTERKEY_FILE', 'SVC_WRAP_MASTER_KEY'],
  ])('suggest the known variable most similar to %s', (unknown, known) => {
    expect(parse({ [unknown]: 'value-of-it' }).warnings).toEqual([
      `${unknown} is unknown and has no effect; the nearest known name is ${known}`,
    ]);
  });

  it("report an unimplemented switch, and the worker's seed when set for the api", () => {
    expect(parse({ SVC_LOCAL_ADMIN_ENABLED: 'false', SVC_AUDIT_SIGNING_KEY: MASTER }).warnings).toEqual([
      'SVC_LOCAL_ADMIN_ENABLED has no effect: local sign-in is unavailable only where no local account was ever created',
      "SVC_AUDIT_SIGNING_KEY is for the worker alone; take it out of the api's environment",
    ]);
  });

  it('ignore variables of other programs', () => {
    expect(parse({ PATH: '/bin', SVC_AGENT_ID: 'x', SVC_WORKER_AUDIT_SEAL_INTERVAL: '1s' }).warnings).toEqual(
      [],
    );
  });
});
