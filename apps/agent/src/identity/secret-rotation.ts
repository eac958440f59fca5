import { SecretBytes } from '#libs/secret-bytes';
import type { ControlPlaneClient, RotatedSecret } from '../control-plane/control-plane-client.js';
import type { Clock } from '../clock.js';
import { RemoteError } from '../remote-error.js';
import { retrying } from '../retrying.js';
import type { AgentCredentials } from './agent-credentials.js';
import { type AgentState, StateError, type StateStore } from './agent-state.js';

/**
 * Fits into the minute for which the old secret is valid, and the number of attempts that the control plane allows in it.
 */
const RETRY = { attempts: 5, baseMs: 1000, capMs: 5000 };
/** A little longer than old and new secret are both valid. */
const OVERLAP_MS = 65_000;

export interface SecretRotationParts {
  agentId: string;
  store: StateStore;
  credentials: AgentCredentials;
  client: ControlPlaneClient;
  clock: Clock;
  /** 0 disables rotation by age. */
  maxAgeMs: number;
  /** Milliseconds since the epoch. */
  wallClock: () => number;
}

/**
 * Replaces the agent's secret so that it is never locked out, even if the process dies at any point. First the state records
 * that a new secret is being requested: an agent that starts with such a state requests again at once, while the old one is
 * valid. Then it stores the new secret beside the old one, before using it. The old one is deleted when it has expired.
 */
export class SecretRotation {
  #overlapSince: number;
  readonly #share: number;

  constructor(private readonly parts: SecretRotationParts) {
    this.#overlapSince = parts.clock.now();
    // Up to 10 % earlier, so that agents that were enrolled at the same time don't rotate at the same time.
    this.#share = 1 - parts.clock.random() / 10;
  }

  /** Returns the milliseconds until the next rotation, 0 for now, null for never. @throws StateError */
  async dueIn(): Promise<number | null> {
    const { credentials, maxAgeMs, wallClock } = this.parts;
    const { rotating, secretIssuedAt } = await this.#load();
    if (rotating || credentials.fellBack) return 0;
    if (maxAgeMs === 0) return null;
    // Without a recorded time of issue it counts as old.
    const issuedAt = secretIssuedAt?.getTime() ?? 0;
    return Math.max(0, Math.round(issuedAt + maxAgeMs * this.#share - wallClock()));
  }

  /**
   * Replaces the secret; calls in progress are not affected.
   * @param stop ends the wait between two attempts
   * @returns the old secret's expiry, by the control plane's clock
   * @throws StateError, before anything was requested; ApiError
   */
  async rotate(stop: AbortSignal): Promise<Date> {
    const { client, clock } = this.parts;
    await this.#keep({ rotating: true });
    // Not aborted by the agent's own signal, so that a response in transit is received.
    const answer = await retrying(() => client.rotateSecret(), RETRY, clock, stop);
    await this.#take(answer);
    return answer.previousValidUntil;
  }

  /** Deletes the old secret once it has expired; returns whether that is still pending. @throws StateError */
  async settle(): Promise<boolean> {
    const { credentials, clock } = this.parts;
    if (!credentials.hasPrevious) return false;
    if (clock.now() - this.#overlapSince < OVERLAP_MS) return true;
    await this.#keep({ previousSecret: null });
    credentials.forgetPrevious();
    return false;
  }

  async #take({ secret }: RotatedSecret): Promise<void> {
    const { credentials, clock, wallClock } = this.parts;
    const taken = {
      secret,
      previousSecret: SecretBytes.from(credentials.current.reveal()),
      secretIssuedAt: new Date(wallClock()),
      rotating: false,
    };
    try {
      await retrying(() => this.#keep(taken).catch(asRetryable), RETRY, clock);
    } finally {
      // Even if it can't be stored, because the old one expires in any case.
      credentials.replace(secret);
      this.#overlapSince = clock.now();
    }
  }

  async #keep(change: Partial<AgentState>): Promise<void> {
    await this.parts.store.replace({ ...(await this.#load()), ...change });
  }

  async #load(): Promise<AgentState> {
    const { agentId, store } = this.parts;
    const state = await store.load();
    if (state?.agentId === agentId) return state;
    throw new StateError(`${store.location} is no longer this agent's`);
  }
}

/** A full disk may have space again: storing the issued secret is worth several attempts. */
function asRetryable(error: unknown): never {
  throw error instanceof StateError ? new RemoteError('state_not_written', true) : error;
}
