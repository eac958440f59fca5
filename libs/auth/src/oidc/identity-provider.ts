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
import { type AskedMaxAge, breaksMaxAge, readAuthTime, SKEW_SECONDS } from './domain/auth-time.js';
import { OidcOptions } from './oidc-options.js';
import { ProviderDiscovery } from './provider-discovery.js';
import { SignInRefused } from './sign-in-refused.js';

type Claims = Readonly<Record<string, unknown>>;

/** What a callback is held against. */
export interface FlowChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Null when the request had no max_age. */
  readonly maxAge: AskedMaxAge | null;
}

/** A verified answer of the token endpoint. */
export interface ProviderTokens {
  readonly claims: Claims;
  readonly idToken: string;
  readonly accessToken: string;
}

const OLDEST_TOKEN_SECONDS = 600;

/** The one place that talks to the identity provider. */
@Injectable()
export class IdentityProvider {
  constructor(
    private readonly options: OidcOptions,
    private readonly discovery: ProviderDiscovery,
  ) {}

  /** @throws DomainError dependency_unavailable while the provider is away */
  async ready(): Promise<void> {
    await this.discovery.configuration();
  }

  /**
   * A new flow and the address that starts it: code flow with PKCE S256, state and nonce. A step-up asks for
   * a fresh strong authentication, and a sign-in whose amr will be trusted for one that is not older than a session
   * may be: max_age makes auth_time a part of the token (OpenID Connect Core §2), so that a silent sign-on does not
   * pass for an authentication of now (D101).
   *
   * @throws DomainError dependency_unavailable while the provider is away
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
   * Spends the code. State, nonce and all of OpenID Connect Core §3.1.3.7 hold for what it gives.
   *
   * @param query the callback's query
   * @throws SignInRefused
   */
  async redeem(query: URLSearchParams, checks: FlowChecks): Promise<ProviderTokens> {
    const configuration = await this.discovery.configuration();
    // The address is the one we registered, whatever host the request came through.
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

  /** @throws Error of any kind: whoever asks can do without */
  async userInfo(tokens: ProviderTokens): Promise<Claims> {
    const configuration = await this.discovery.configuration();
    return fetchUserInfo(configuration, tokens.accessToken, tokens.claims.sub as string);
  }

  /** Where a browser ends its session at the provider; null when there is no such place or it is not known now. */
  async endSessionUrl(idTokenHint: string): Promise<string | null> {
    const configuration = await this.discovery.configuration().catch(() => null);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(configuration, { id_token_hint: idTokenHint }).href;
  }

  /** @throws DomainError dependency_unavailable while the provider is away */
  async signer(): Promise<{ issuer: string; jwksUrl: string }> {
    const { issuer, jwks_uri: jwksUrl = '' } = (await this.discovery.configuration()).serverMetadata();
    // openid-client sees to https for its own calls; these keys are fetched beside it.
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
   * The library holds azp only against several audiences, and takes any iat (§3.1.3.7, 5 and 10). With max_age it would
   * refuse a token without auth_time, which D21 lets in, and hold the rest against the time of the callback.
   */
  private checkFurther(claims: Claims, { maxAge }: FlowChecks): void {
    const { azp, iat } = claims;
    if (azp !== undefined && azp !== this.options.clientId) throw new SignInRefused('token_invalid', 'azp');
    const now = nowSeconds();
    const age = now - (iat as number);
    if (age > OLDEST_TOKEN_SECONDS || age < -SKEW_SECONDS) throw new SignInRefused('token_invalid', 'iat');
    if (maxAge && breaksMaxAge(readAuthTime(claims), maxAge, now))
      throw new SignInRefused('token_invalid', 'auth_time');
  }
}

function nowSeconds(): number {
  return Date.now() / 1000;
}

/** Error codes of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6; other words are not written down. */
const CODES = new Set(
  (
    'access_denied invalid_request invalid_client invalid_grant invalid_scope unauthorized_client server_error ' +
    'unsupported_response_type temporarily_unavailable interaction_required login_required consent_required ' +
    'account_selection_required'
  ).split(' '),
);

/** The provider did not answer, or not with what the protocol knows. */
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

function refuse(error: unknown): never {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    throw new SignInRefused('provider_refused', CODES.has(error.error) ? error.error : 'other');
  const code = codeOf(error);
  throw new SignInRefused(code === null || AWAY.has(code) ? 'provider_unavailable' : 'token_invalid', code);
}

/** The library's code; null for what fetch itself rejects with. */
function codeOf(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('OAUTH_') ? code : null;
}
