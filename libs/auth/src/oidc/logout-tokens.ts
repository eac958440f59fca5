import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { Cache } from '#libs/cache';
import { httpErrors } from '#libs/core';
import { ASYMMETRIC_ALGORITHMS } from '../asymmetric-algorithms.js';
import { isLogoutTokenType, type LogoutRequest, readLogoutRequest } from './domain/logout-claims.js';
import { IdentityProvider } from './identity-provider.js';
import { OidcOptions } from './oidc-options.js';

const MAX_AGE_SECONDS = 600;
const SKEW_SECONDS = 30;
/** Longer than any token can be replayed. */
const REMEMBERED_SECONDS = MAX_AGE_SECONDS + 2 * SKEW_SECONDS;

/** A verified logout request with its issuer. */
export type IssuedLogoutRequest = LogoutRequest & { readonly issuer: string };

/** Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.6). */
@Injectable()
export class LogoutTokens {
  private keys: { readonly url: string; readonly set: JWTVerifyGetKey } | null = null;

  constructor(
    private readonly options: OidcOptions,
    private readonly provider: IdentityProvider,
    private readonly cache: Cache,
  ) {}

  /**
   * Verifies the token.
   *
   * @returns null for an invalid token
   * @throws DomainError dependency_unavailable when the provider's keys can't be fetched
   */
  async verify(token: string): Promise<IssuedLogoutRequest | null> {
    const { issuer, jwksUrl } = await this.provider.signer();
    const claims = await this.verifiedClaims(token, issuer, this.keysAt(jwksUrl));
    const request = claims && readLogoutRequest(claims);
    return request && { ...request, issuer };
  }

  /** Marks the token's jti as used; false when it was used before. */
  async consume(request: IssuedLogoutRequest): Promise<boolean> {
    return this.cache.add(keyOf(request), '1', REMEMBERED_SECONDS);
  }

  /** Releases the jti after a failed logout, so that the provider can retry. */
  async release(request: IssuedLogoutRequest): Promise<void> {
    await this.cache.delete(keyOf(request));
  }

  private async verifiedClaims(
    token: string,
    issuer: string,
    keys: JWTVerifyGetKey,
  ): Promise<JWTPayload | null> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: ASYMMETRIC_ALGORITHMS,
        issuer,
        audience: this.options.clientId,
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: SKEW_SECONDS,
      });
      return isLogoutTokenType(protectedHeader.typ) ? payload : null;
    } catch (error) {
      if (isInvalidToken(error)) return null;
      throw httpErrors.dependencyUnavailable();
    }
  }

  private keysAt(url: string): JWTVerifyGetKey {
    if (this.keys?.url !== url) this.keys = { url, set: createRemoteJWKSet(new URL(url)) };
    return this.keys.set;
  }
}

function keyOf({ issuer, id }: IssuedLogoutRequest): string {
  return `oidc.logout:${createHash('sha256').update(`${issuer}|${id}`).digest('hex')}`;
}

/** Returns true for jose's errors about the token; its other errors are about fetching the keys. */
function isInvalidToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  return !FETCH_ERRORS.has(error.code);
}

const FETCH_ERRORS = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);
