import { MAX_KEYS_RETRIEVED } from '../requests/is-secret.js';
import { MAX_BYTES, MAX_KEYS } from '../requests/key-values.js';
import type { MetaOptions } from './meta-options.js';
import type { Facts } from './stored-facts.js';

/** The version of the interface, as in its OpenAPI document and paths. */
const API_VERSION = '1';

export class CliWaysResponse {
  /** Whether the browser flow is available: the console is served here. */
  browser: boolean;
  /** Whether the device flow is available: a code entered in a browser on another machine. */
  device: boolean;
}

export class SignInResponse {
  /** Whether local accounts exist. */
  password: boolean;
  /** The identity provider, if configured. */
  oidc: { label: string } | null;
  /** The sign-in flows for the command line. */
  cli: CliWaysResponse;
}

export class LimitsResponse {
  /** Maximum number of keys of a read. */
  keys_read: number;
  /** Maximum number of keys of a patch. */
  keys_patch: number;
  /** Maximum size of a decoded value in bytes. */
  value_bytes: number;
}

export class MetaResponse {
  name: string;
  api_version: string;
  sign_in: SignInResponse;
  webauthn: boolean;
  /** Whether a session requires a step-up before any other call. */
  mfa_at_login: boolean;
  gitops: boolean;
  /** Whether agents can be minted without an enrollment token. */
  direct_mint: boolean;
  /** Whether the audit log has a signed checkpoint. */
  audit_signed: boolean;
  /** SHA-256 of the list of the console's files and their digests; null when no console is served. */
  console_digest: string | null;
  limits: LimitsResponse;
  security_profile: 'standard' | 'strict';
  /** Version of the service, for signed-in callers only. */
  version?: string;

  /** @param version null: the caller may not know */
  static of(
    options: MetaOptions,
    facts: Facts & { readonly consoleDigest: string | null },
    version: string | null,
  ): MetaResponse {
    const { oidc, webauthn, requireMfaAtLogin, gitopsEnabled, agentDirectMintEnabled } = options;
    const servesConsole = facts.consoleDigest !== null;
    return {
      name: 'Countersign',
      api_version: API_VERSION,
      sign_in: {
        password: facts.password,
        oidc: oidc && { label: new URL(oidc.issuer).host },
        cli: { browser: servesConsole, device: servesConsole && facts.deviceSignIn },
      },
      webauthn: webauthn !== null,
      mfa_at_login: requireMfaAtLogin,
      gitops: gitopsEnabled,
      direct_mint: agentDirectMintEnabled,
      audit_signed: facts.auditSigned,
      console_digest: facts.consoleDigest,
      limits: { keys_read: MAX_KEYS_RETRIEVED, keys_patch: MAX_KEYS, value_bytes: MAX_BYTES },
      security_profile: options.securityProfile,
      ...(version === null ? {} : { version }),
    };
  }
}
