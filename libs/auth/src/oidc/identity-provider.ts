import { Injectable } from '@nestjs/common';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client';
import { httpErrors } from '#libs/core';
import { type AskedMaxAge, violatesMaxAge, readAuthTime, SKEW_SECONDS } from './domain/auth-time.js';
import { OidcOptions } from './oidc-options.js';
import { ProviderDiscovery } from './provider-discovery.js';
import { SignInRefused } from './sign-in-refused.js';

type Claims = Readonly<Record<string, unknown>>;

/** What a callback is verified against. */
export interface FlowChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Null when the request had no max_age. */
  readonly maxAge: AskedMaxAge | null;
}

/** A verified response of the token endpoint. */
export interface ProviderTokens {
  readonly claims: Claims;
  readonly idToken: string;
  readonly accessToken: string;
}

const MAX_TOKEN_AGE_SECONDS = 600;

/** The client for the identity provider. */
@Injectable()
export class IdentityProvider {
  constructor(
    private readonly options: OidcOptions,
    private readonly discovery: ProviderDiscovery,
  ) {}

  /** Checks that discovery succeeded. @throws DomainError dependency_unavailable while the provider is unreachable */
  async ready(): Promise<void> {
    await this.discovery.configuration();
  }

  /**
   * Starts a flow: code flow with PKCE S256, state and nonce. A step-up requests a fresh strong authentication
   * (max_age 0). A sign-in whose amr is trusted sends max_age too: it makes the provider include auth_time (OpenID
   * Connect Core §2), so that a silent sign-on does not pass for a fresh authentication (D101).
   *
   * @throws DomainError dependency_unavailable while the provider is unreachable
   */
  async begin(stepUp: boolean): Promise<{ url: string; checks: FlowChecks }> {
    const configuration = await this.discovery.configuration();
    const maxAge = this.maxAge(stepUp);
    const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), maxAge };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.options.redirectUrl,
      scope: this.options.scopes.join(' '),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(maxAge ? { max_age: String(maxAge.seconds) } : {}),
      ...(stepUp ? { acr_values: 'mfa' } : {}),
    });
    return { url: url.href, checks };
  }

  /**
   * Exchanges the code for tokens, verified against state, nonce and OpenID Connect Core §3.1.3.7.
   *
   * @param query the callback's query
   * @throws SignInRefused
   */
  async redeem(query: URLSearchParams, checks: FlowChecks): Promise<ProviderTokens> {
    const configuration = await this.discovery.configuration();
    // The registered redirect URI, whatever host the request was sent to.
    const callback = new URL(this.options.redirectUrl);
    callback.search = query.toString();
    const tokens = await authorizationCodeGrant(configuration, callback, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
    }).catch(refuse);
    const claims = tokens.claims()!;
    this.checkFurther(claims, checks);
    return { claims, idToken: tokens.id_token!, accessToken: tokens.access_token };
  }

  /** Returns the userinfo claims. @throws Error of any kind; callers can do without them */
  async userInfo(tokens: ProviderTokens): Promise<Claims> {
    const configuration = await this.discovery.configuration();
    return fetchUserInfo(configuration, tokens.accessToken, tokens.claims.sub as string);
  }

  /** Returns the provider's logout URL; null when it has none or is unreachable. */
  async endSessionUrl(idTokenHint: string): Promise<string | null> {
    const configuration = await this.discovery.configuration().catch(() => null);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(configuration, { id_token_hint: idTokenHint }).href;
  }

  /**
   * Returns the issuer and the URL of its keys.
   *
   * @throws DomainError dependency_unavailable while the provider is unreachable
   */
  async signer(): Promise<{ issuer: string; jwksUrl: string }> {
    const { issuer, jwks_uri: jwksUrl = '' } = (await this.discovery.configuration()).serverMetadata();
    // openid-client enforces https for its own calls; these keys are fetched by jose.
    const protocol = URL.canParse(jwksUrl) ? new URL(jwksUrl).protocol : null;
    if (protocol !== 'https:' && protocol !== new URL(issuer).protocol)
      throw httpErrors.dependencyUnavailable();
    return { issuer, jwksUrl };
  }

  private maxAge(stepUp: boolean): AskedMaxAge | null {
    if (!stepUp && !this.options.trustedAmrMfa) return null;
    return { seconds: stepUp ? 0 : this.options.session.absoluteSeconds, askedAt: Math.floor(nowSeconds()) };
  }

  /**
   * Checks what the library does not: it checks azp only with several audiences, and accepts any iat (§3.1.3.7, 5 and 10).
   * Its max_age check would reject a token without auth_time, which D21 allows, and measure from the callback.
   */
  private checkFurther(claims: Claims, { maxAge }: FlowChecks): void {
    const { azp, iat } = claims;
    if (azp !== undefined && azp !== this.options.clientId) throw new SignInRefused('token_invalid', 'azp');
    const now = nowSeconds();
    const age = now - (iat as number);
    if (age > MAX_TOKEN_AGE_SECONDS || age < -SKEW_SECONDS) throw new SignInRefused('token_invalid', 'iat');
    if (maxAge && violatesMaxAge(readAuthTime(claims), maxAge, now))
      throw new SignInRefused('token_invalid', 'auth_time');
  }
}

function nowSeconds(): number {
  return Date.now() / 1000;
}

/** Error codes of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6; any other is recorded as `other`. */
const CODES = new Set(
  (
    'access_denied invalid_request invalid_client invalid_grant invalid_scope unauthorized_client server_error ' +
    'unsupported_response_type temporarily_unavailable interaction_required login_required consent_required ' +
    'account_selection_required'
  ).split(' '),
);

/** The provider did not respond, or violated the protocol. */
const UNREACHABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

function refuse(error: unknown): never {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    throw new SignInRefused('provider_refused', CODES.has(error.error) ? error.error : 'other');
  const code = codeOf(error);
  throw new SignInRefused(
    code === null || UNREACHABLE.has(code) ? 'provider_unavailable' : 'token_invalid',
    code,
  );
}

/** Returns the library's error code; null for a network error of fetch. */
function codeOf(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('OAUTH_') ? code : null;
}
