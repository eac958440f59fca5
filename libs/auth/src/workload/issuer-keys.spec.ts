import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { errors, jwtVerify } from 'jose';
import { OpenIdProviderOfJobs } from '../../../../test/support/openid-provider-of-jobs.js';
import { WorkloadIssuer } from '../../../../test/support/workload-issuer.js';
import { authOptions } from '../testing/auth-world.js';
import { IssuerKeys } from './issuer-keys.js';

const EACH_TIME = ['/.well-known/openid-configuration', '/keys'];
let issuer: WorkloadIssuer;
let keys: IssuerKeys;
let now: number;

beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  issuer = await WorkloadIssuer.listen();
  keys = new IssuerKeys(authOptions());
});
afterEach(async () => {
  jest.restoreAllMocks();
  await issuer.stop();
});

const verify = async (kid = 'first', from = keys): Promise<unknown> => {
  const jwt = await issuer.token({}, { kid });
  return jwtVerify(jwt, from.of(issuer.url));
};
const UNAVAILABLE = expect.objectContaining({ code: 'dependency_unavailable' });

describe('the keys of an issuer', () => {
  it('are fetched once for concurrent callers, and again after ten minutes', async () => {
    await Promise.all(Array.from({ length: 20 }, () => verify()));
    now += 599_000;
    await verify();
    expect(issuer.fetched).toEqual(EACH_TIME);
    now += 2000;
    await verify();
    expect(issuer.fetched).toEqual([...EACH_TIME, ...EACH_TIME]);
  });

  it('are fetched again for an unknown kid, at most once in 30 seconds', async () => {
    await verify();
    issuer.addKey('second');
    await expect(verify('second')).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey);
    now += 30_000;
    await verify('second');
    issuer.addKey('third', true);
    for (const _ of [1, 2, 3]) await expect(verify('third')).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey);
    expect(issuer.fetched).toEqual([...EACH_TIME, ...EACH_TIME]);
  });

  it('are not used after ten minutes while the issuer is unavailable', async () => {
    await verify();
    issuer.instead = (_, response) => (response.writeHead(503).end(), true);
    now += 601_000;
    await expect(verify()).rejects.toEqual(UNAVAILABLE);
    await expect(verify()).rejects.toEqual(UNAVAILABLE);
    now += 4999;
    await expect(verify()).rejects.toEqual(UNAVAILABLE);
    expect(issuer.fetched).toHaveLength(3);
    now += 1;
    issuer.instead = () => false;
    await verify();
  });

  it('of a real provider are those that it has since it rotated them', async () => {
    const provider = await OpenIdProviderOfJobs.listen();
    const token = () => provider.token('https://countersign.example.test');
    const verifyToken = (jwt: string) => jwtVerify(jwt, keys.of(provider.url));
    const old = await token();
    await verifyToken(old);
    provider.rotate();
    const fresh = await token();
    await expect(verifyToken(fresh)).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey);
    now += 30_000;
    await verifyToken(fresh);
    await expect(verifyToken(old)).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey);
    expect(provider.called.filter((path) => path === '/jwks')).toHaveLength(2);
    await provider.stop();
  });

  it('are fetched over plain http in development only', async () => {
    const strict = new IssuerKeys({ ...authOptions(), env: 'production' });
    await expect(verify('first', strict)).rejects.toEqual(UNAVAILABLE);
    expect(issuer.fetched).toEqual([]);
  });

  it('are never fetched from a URL that is not http or https', async () => {
    issuer.instead = ({ url }, response) => {
      if (url === '/keys') return false;
      response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: 'file:///etc/passwd' }));
      return true;
    };
    await expect(verify()).rejects.toEqual(UNAVAILABLE);
    expect(issuer.fetched).toEqual(['/.well-known/openid-configuration']);
  });
});
