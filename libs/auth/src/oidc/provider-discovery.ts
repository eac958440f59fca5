import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { httpErrors } from '#libs/core';
import { componentLogger } from '#libs/logging';
import { OidcOptions } from './oidc-options.js';

const TIMEOUT_SECONDS = 5;
const FRESH_MS = 3_600_000;

/**
 * Caches the provider's discovery document for an hour. Failures are not cached, so that sign-in works again as soon as an
 * outage ends.
 */
@Injectable()
export class ProviderDiscovery {
  readonly #logger = componentLogger(ProviderDiscovery.name);
  private cached: { readonly configuration: Configuration; readonly until: number } | null = null;
  private pending: Promise<Configuration> | null = null;

  constructor(private readonly options: OidcOptions) {}

  /**
   * Returns the provider's configuration.
   *
   * @throws DomainError dependency_unavailable while the provider was never reached
   */
  async configuration(): Promise<Configuration> {
    if (this.cached && performance.now() < this.cached.until) return this.cached.configuration;
    this.pending ??= this.discover().finally(() => (this.pending = null));
    try {
      return await this.pending;
    } catch (error) {
      this.#logger.warn({ reason_code: reasonOf(error) }, 'OpenID provider discovery failed');
      // A stale document is usable: the keys are fetched separately.
      if (this.cached) return this.cached.configuration;
      throw httpErrors.dependencyUnavailable();
    }
  }

  private async discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.options;
    const secret = Buffer.from(clientSecret.reveal()).toString('utf8');
    const configuration = await discovery(new URL(issuer), clientId, undefined, clientAuth(secret), {
      timeout: TIMEOUT_SECONDS,
      // Without this the library does not check the signature of an ID token from the token endpoint (docs/adr/0001).
      execute: [enableNonRepudiationChecks, ...(isHttp(issuer) ? [allowInsecureRequests] : [])],
    });
    this.cached = { configuration, until: performance.now() + FRESH_MS };
    return configuration;
  }
}

/** HTTP Basic is the default (OpenID Connect Discovery §3); the form is for providers that do not support it. */
function clientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Plain http is accepted outside production only, as the configuration ensures. */
function isHttp(issuer: string): boolean {
  return new URL(issuer).protocol === 'http:';
}

/** Returns an error code of the library or the network; never an address or a response. */
function reasonOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? 'unknown';
}
