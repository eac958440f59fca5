import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose';
import { httpErrors } from '#libs/core';
import { componentLogger } from '#libs/logging';
import { AuthOptions } from '../auth-options.js';
import { faultOfIssuer } from './domain/issuer-address.js';
import { fetchBoundedJson } from './fetch-bounded-json.js';

const FRESH_MS = 600_000;
/** Minimum time between two fetches from an issuer, and after a failed one: anonymous calls can't cause more (D98). */
const PAUSE_MS = 30_000;
const PAUSE_AFTER_FAILURE_MS = 5000;
const MAX_KEYS = 100;

type LocalKeys = ReturnType<typeof createLocalJWKSet>;

interface Known {
  keys: LocalKeys | null;
  fetchedAt: number;
  nextFetchAt: number;
  fetching: Promise<LocalKeys> | null;
}

/** Caches the keys of registered issuers (OpenID Connect Discovery §4, RFC 7517 §5) for ten minutes. */
@Injectable()
export class IssuerKeys {
  readonly #logger = componentLogger(IssuerKeys.name);
  private readonly known = new Map<string, Known>();

  constructor(private readonly options: AuthOptions) {}

  /**
   * Returns the key lookup for `jwtVerify`. For an unknown key the issuer's keys are fetched again, at most every 30
   * seconds.
   *
   * @param issuer of a registration, never of a token alone, because it is fetched from
   * @throws DomainError dependency_unavailable, from the lookup, while the issuer's keys can't be fetched
   */
  of(issuer: string): JWTVerifyGetKey {
    return async (header, token) => {
      const keys = await this.current(issuer);
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || !this.mayFetch(issuer)) throw error;
        return (await this.refresh(issuer))(header, token);
      }
    };
  }

  private async current(issuer: string): Promise<LocalKeys> {
    const { keys, fetchedAt } = this.stateOf(issuer);
    if (keys && performance.now() - fetchedAt < FRESH_MS) return keys;
    if (!this.mayFetch(issuer)) throw httpErrors.dependencyUnavailable();
    return this.refresh(issuer);
  }

  /** Returns whether a fetch may start; callers during a fetch share it. */
  private mayFetch(issuer: string): boolean {
    const { nextFetchAt, fetching } = this.stateOf(issuer);
    return fetching !== null || performance.now() >= nextFetchAt;
  }

  private refresh(issuer: string): Promise<LocalKeys> {
    const state = this.stateOf(issuer);
    state.fetching ??= this.fetch(issuer, state).finally(() => (state.fetching = null));
    return state.fetching;
  }

  private async fetch(issuer: string, state: Known): Promise<LocalKeys> {
    state.nextFetchAt = performance.now() + PAUSE_MS;
    try {
      if (faultOfIssuer(issuer, this.options.env === 'development') !== null)
        throw new TypeError('plain http');
      const keys = createLocalJWKSet(await keySetOf(issuer));
      Object.assign(state, { keys, fetchedAt: performance.now() });
      return keys;
    } catch (error) {
      state.nextFetchAt = performance.now() + PAUSE_AFTER_FAILURE_MS;
      this.#logger.warn({ reason_code: reasonOf(error) }, 'keys of a workload issuer not available');
      throw httpErrors.dependencyUnavailable();
    }
  }

  private stateOf(issuer: string): Known {
    const known = this.known.get(issuer);
    if (known) return known;
    const state: Known = { keys: null, fetchedAt: -Infinity, nextFetchAt: -Infinity, fetching: null };
    this.known.set(issuer, state);
    return state;
  }
}

/** Returns an error code of the library or the network; never an address or a response. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}

async function keySetOf(issuer: string): Promise<JSONWebKeySet> {
  const configuration = await fetchBoundedJson(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  const { issuer: named, jwks_uri: address } = configuration;
  if (named !== issuer) throw new TypeError('the document is another issuer’s');
  if (typeof address !== 'string' || !isAsSafe(address, issuer)) throw new TypeError('no usable jwks_uri');
  const { keys } = await fetchBoundedJson(address);
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) throw new TypeError('no usable key set');
  return { keys: keys as JWK[] };
}

/** Requires https, unless the issuer itself uses http, which is accepted in development only. */
function isAsSafe(address: string, issuer: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && protocol === new URL(issuer).protocol);
}
