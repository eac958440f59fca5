import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBytes } from '#libs/secret-bytes';
import { parseApiConfig } from './api-config.js';
import { VARIABLES } from './variables.js';
import { errorOf, MASTER, MINIMAL, OIDC, parse } from './testing/parse-api-env.js';

describe('NAME_FILE', () => {
  it('replaces any variable, without one trailing newline', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    const path = join(folder, 'token');
    try {
      for (const ending of ['', '\n', '\r\n']) {
        writeFileSync(path, `${MASTER}${ending}`);
        const env = { ...MINIMAL, SVC_WRAP_MASTER_KEY: undefined, SVC_WRAP_MASTER_KEY_FILE: path };
        const { kms } = parseApiConfig(env);
        expect(kms.backend === 'local' && kms.masterKey.toBase64()).toBe(MASTER);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(
    Object.entries(VARIABLES).filter(([, { readBy }]) => (readBy as readonly string[]).includes('api')),
  )('is rejected together with %s itself', (name) => {
    const { faults } = errorOf({ ...MINIMAL, [name]: 'x', [`${name}_FILE`]: '/f' }, () => 'x');
    expect(faults).toContainEqual({
      variable: name,
      reason: `is set twice, as ${name} and as ${name}_FILE`,
    });
  });

  it('is rejected when the file is missing or empty, without its path', () => {
    const env = { ...MINIMAL, SVC_JWT_SECRET: '', SVC_JWT_SECRET_FILE: '/run/secret-path' };
    const missing = errorOf(env);
    expect(missing.faults).toEqual([
      { variable: 'SVC_JWT_SECRET', reason: "the file that SVC_JWT_SECRET_FILE names can't be read" },
    ]);
    expect(missing.message).not.toContain('/run/secret-path');
    expect(errorOf(env, () => '\n').faults).toEqual([
      { variable: 'SVC_JWT_SECRET', reason: 'the file that SVC_JWT_SECRET_FILE names is empty' },
    ]);
  });
});

describe('secrets', () => {
  it('are not repeated in error messages', () => {
    const value = fc.stringMatching(/^[!-~]{4,80}$/).map((text) => `zq9${text}`);
    const env = fc.dictionary(
      fc.constantFrom(...Object.keys(VARIABLES), 'SVC_UNKNOWN', 'SVC_JWT_SECRET_FILE'),
      value,
    );
    fc.assert(
      fc.property(env, (given) => {
        // Listening on such an address is impossible, so there is always at least this fault.
        const { message, stack } = errorOf({ ...given, API_ADDR: 'zq9' });
        for (const text of Object.values(given)) expect(message + stack).not.toContain(text);
      }),
    );
  });

  it('are not repeated in errors of JSON variables', () => {
    const json = fc.constantFrom(
      '{"zq9value":1}',
      '{"zq9value":""}',
      '["zq9value"]',
      '{zq9value',
      '[{"zq9value":{}}]',
    );
    fc.assert(
      fc.property(json, json, (groups, targets) => {
        const faulty = { ...MINIMAL, SVC_OIDC_GROUP_MAP: groups, SVC_DISCOVER_TARGETS_JSON: targets };
        const { message, stack } = errorOf(faulty);
        expect(message + stack).not.toContain('zq9value');
      }),
    );
  });

  it('are redacted when the configuration is printed', () => {
    const config = parse({
      ...OIDC,
      SVC_BOOTSTRAP_ADMIN_EMAIL: 'a@b',
      SVC_BOOTSTRAP_ADMIN_PASSWORD: 'boot-password',
    });
    const printed = [
      config,
      { ...config.bootstrapAdmin },
      { ...config.oidc },
      { ...config.kms },
      { ...config.jwt },
    ];
    const text = printed
      .map((part) => JSON.stringify(part) + inspect(part, { depth: 9, showHidden: true }))
      .join();
    for (const secret of [
      'db-password',
      'boot-password',
      'client-secret',
      MASTER,
      String(MINIMAL['SVC_JWT_SECRET']),
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(config.bootstrapAdmin.password).toBeInstanceOf(SecretBytes);
  });
});
