import { MAX_KEYS_RETRIEVED } from '../requests/is-secret.js';
import { MAX_BYTES, MAX_KEYS } from '../requests/key-values.js';
import type { MetaOptions } from './meta-options.js';
import type { Facts } from './stored-facts.js';

/** The version of the interface, as its description and its addresses say. */
const API_VERSION = '1';

export class CliWaysResponse {
  /** Through a browser on the same machine: the console is served here. */
  browser: boolean;
  /** By a code that is typed in a browser elsewhere. */
  device: boolean;
}

export class SignInResponse {
  /** Local accounts were set up. */
  password: boolean;
  /** The identity provider, where one is configured. */
  oidc: { label: string } | null;
  /** How a command line is signed in without a password. */
  cli: CliWaysResponse;
}

export class LimitsResponse {
  /** Most keys of one read. */
  keys_read: number;
  /** Most keys of one patch. */
  keys_patch: number;
  /** Most bytes of one value, decoded. */
  value_bytes: number;
}

export class MetaResponse {
  name: string;
  api_version: string;
  sign_in: SignInResponse;
  webauthn: boolean;
  /** A session may do nothing but sign in before its first step-up. */
  mfa_at_login: boolean;
  gitops: boolean;
  /** Agents can be minted without an enrollment token. */
  direct_mint: boolean;
  /** The audit log has a signed checkpoint. */
  audit_signed: boolean;
  /** SHA-256 of the list of the console's files and their digests; null where none is served. */
  console_digest: string | null;
  limits: LimitsResponse;
  security_profile: 'standard' | 'strict';
  /** The software's version, for signed-in callers alone. */
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
