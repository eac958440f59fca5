import type { SecretBytes } from '#libs/secret-bytes';
import type { Clock } from '../../clock.js';
import { retrying } from '../../retrying.js';
import type { AllowedAddress } from '../allowed-address.js';
import { StoreError } from '../store-error.js';
import type { DriverContext } from '../store-driver.js';
import { type StoreSession, StoreSessions } from '../store-sessions.js';
import type { VaultLoginSettings } from './vault-login-settings.js';
import type { VaultSettings } from './vault-settings.js';
import { requestLogin, requestRenewal, unwrapSecretId, type VaultLease } from './request-login.js';
import { GivenToken, type VaultCredentials } from './vault-credentials.js';
import { vaultExchange, type VaultEndpoint } from './vault-exchange.js';

const RETRY = { attempts: 4, baseMs: 250, capMs: 5000 };
/** Pause after a refused login, because some stores lock a role after repeated failures. */
const AFTER_REFUSAL_MS = 30_000;
const REVOKE_TIMEOUT_MS = 2000;

/** Returns the configured credentials; all connections of an address share a login. */
export function vaultCredentials(
  address: AllowedAddress,
  context: DriverContext<VaultSettings>,
): VaultCredentials {
  const { clock, sessions = new StoreSessions(), settings } = context;
  const { ca, login } = settings;
  if (!login) return new GivenToken(settings);
  const endpoint = { address, namespace: login.namespace, ca };
  return sessions.keep(`vault ${address.href}`, () => new VaultLogin(endpoint, login, clock));
}

interface HeldLease extends VaultLease {
  /** Milliseconds of the agent's clock. */
  expiresAt: number;
}

/**
 * A login of the agent, shared by all jobs: made when first needed, renewed between half and three quarters of its lease,
 * replaced when the store has revoked it, and revoked at the end.
 */
class VaultLogin implements VaultCredentials, StoreSession {
  readonly #ended = new AbortController();
  #lease: HeldLease | null = null;
  #loggingIn: Promise<void> | null = null;
  #keepingAlive = false;
  #refusedAt = -Infinity;
  #unwrapped: { wrapping: string; secretId: SecretBytes } | null = null;

  constructor(
    private readonly endpoint: VaultEndpoint,
    private readonly settings: VaultLoginSettings,
    private readonly clock: Clock,
  ) {}

  async token(): Promise<string> {
    if (!this.#lease || this.clock.now() >= this.#lease.expiresAt) await this.#logIn();
    return textOf(this.#lease!.token);
  }

  async refused(token: string): Promise<boolean> {
    if (this.#isReplaced(token)) return true;
    // The store responds with 403 to an invalid token and to a missing permission; only the former requires a login. This
    // path is allowed for every valid token, whatever its policies, and consumes none of its uses.
    const request = { method: 'GET', path: 'sys/internal/ui/mounts', token } as const;
    const { status } = await vaultExchange(this.endpoint, { ...request, signal: this.#ended.signal });
    if (status === 200) return false;
    // Another job may have logged in meanwhile.
    if (!this.#isReplaced(token)) await this.#logIn();
    return true;
  }

  async end(): Promise<void> {
    this.#ended.abort();
    const lease = this.#lease;
    this.#lease = null;
    this.#unwrapped?.secretId.wipe();
    if (!lease) return;
    const token = textOf(lease.token);
    lease.token.wipe();
    const request = { method: 'POST', path: 'auth/token/revoke-self', body: '{}', token } as const;
    await vaultExchange(this.endpoint, { ...request, timeoutMs: REVOKE_TIMEOUT_MS }).catch(() => undefined);
  }

  #isReplaced(token: string): boolean {
    return this.#lease !== null && textOf(this.#lease.token) !== token;
  }

  /** Logs in; concurrent callers share one login. */
  #logIn(): Promise<void> {
    this.#loggingIn ??= this.#logInNow().finally(() => (this.#loggingIn = null));
    return this.#loggingIn;
  }

  async #logInNow(): Promise<void> {
    if (this.clock.now() - this.#refusedAt < AFTER_REFUSAL_MS) throw new StoreError('store_login_refused');
    const { signal } = this.#ended;
    try {
      await retrying(() => this.#logInOnce(signal), RETRY, this.clock, signal);
    } catch (error) {
      if (error instanceof StoreError && error.code === 'store_login_refused') {
        this.#refusedAt = this.clock.now();
      }
      throw error;
    }
  }

  async #logInOnce(signal: AbortSignal): Promise<void> {
    const secret = await this.#secret();
    const lease = await requestLogin(this.endpoint, this.settings, secret, signal);
    if (secret !== this.#unwrapped?.secretId) secret.wipe();
    this.#hold(lease);
  }

  async #secret(): Promise<SecretBytes> {
    const { settings } = this;
    const secret = settings.method === 'approle' ? settings.readSecretId() : settings.readJwt();
    if (!secret) throw new StoreError('store_credentials_missing');
    if (settings.method !== 'approle' || !settings.wrapped) return secret;
    // A wrapping token can be used once: its content is kept for the next login, until there is a new one.
    const wrapping = textOf(secret);
    if (this.#unwrapped?.wrapping !== wrapping) {
      const secretId = await unwrapSecretId(this.endpoint, secret, this.#ended.signal);
      this.#unwrapped = { wrapping, secretId };
    }
    return this.#unwrapped.secretId;
  }

  #hold(lease: VaultLease): void {
    const expiresAt = lease.seconds === 0 ? Infinity : this.clock.now() + lease.seconds * 1000;
    this.#lease?.token.wipe();
    this.#lease = { ...lease, expiresAt };
    if (this.#keepingAlive) return;
    this.#keepingAlive = true;
    void this.#keepAlive().finally(() => (this.#keepingAlive = false));
  }

  /** Returns when the session ends, or when the lease has expired: the next job then logs in. */
  async #keepAlive(): Promise<void> {
    const { signal } = this.#ended;
    for (let lease = this.#lease; lease !== null && lease.expiresAt !== Infinity; lease = this.#lease) {
      const left = lease.expiresAt - this.clock.now();
      if (left < 1000) break;
      await this.clock.sleep(Math.round(left * (0.5 + this.clock.random() / 4)), signal);
      if (signal.aborted) return;
      // After a failure it retries within the rest of the lease, at shrinking intervals.
      if (this.#lease === lease) await this.#extend(lease).catch(() => undefined);
    }
    if (this.#lease?.expiresAt !== Infinity) this.#lease = null;
  }

  async #extend(lease: HeldLease): Promise<void> {
    const renewed = lease.renewable ? await this.#renew(lease) : null;
    // Near its maximum lifetime a token is renewed for shorter and shorter: then it is replaced.
    if (renewed && renewed.seconds >= lease.seconds / 2) {
      this.#hold(renewed);
    } else await this.#logIn();
  }

  /** Returns null if the store no longer knows the token. */
  async #renew(lease: HeldLease): Promise<VaultLease | null> {
    try {
      return await requestRenewal(this.endpoint, lease.token, this.#ended.signal);
    } catch (error) {
      if (error instanceof StoreError && error.code === 'store_login_refused') return null;
      throw error;
    }
  }
}

function textOf(secret: SecretBytes): string {
  return Buffer.from(secret.reveal()).toString('utf8');
}
