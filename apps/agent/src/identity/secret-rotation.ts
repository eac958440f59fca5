import { SecretBytes } from '#libs/secret-bytes';
import type { ControlPlaneClient, RotatedSecret } from '../control-plane/control-plane-client.js';
import type { Clock } from '../clock.js';
import { RemoteError } from '../remote-error.js';
import { retrying } from '../retrying.js';
import type { AgentCredentials } from './agent-credentials.js';
import { type AgentState, StateError, type StateStore } from './agent-state.js';

/** Within the minute for which the old secret is good, and the number of tries that the control plane allows in it. */
const RETRY = { attempts: 5, baseMs: 1000, capMs: 5000 };
/** A little longer than old and new are good together. */
const OVERLAP_MS = 65_000;

export interface SecretRotationParts {
  agentId: string;
  store: StateStore;
  credentials: AgentCredentials;
  client: ControlPlaneClient;
  clock: Clock;
  /** 0: never because of its age. */
  maxAgeMs: number;
  /** Milliseconds since the epoch. */
  wallClock: () => number;
}

/**
 * Replaces the agent's secret so that it is never locked out, whenever its process dies. The state first says that a
 * new secret is being asked for: an agent that starts with such a state asks again at once, while the old one is good.
 * Then it holds the new secret beside the old one, before the new one is used. The old one is deleted when it has
 * expired.
 */
export class SecretRotation {
  #overlapSince: number;
  readonly #share: number;

  constructor(private readonly parts: SecretRotationParts) {
    this.#overlapSince = parts.clock.now();
    // A tenth earlier at most, so that agents that were enrolled together don't come together.
    this.#share = 1 - parts.clock.random() / 10;
  }

  /** Milliseconds until the secret is to be replaced, 0 for now, null for never. @throws StateError */
  async dueIn(): Promise<number | null> {
    const { credentials, maxAgeMs, wallClock } = this.parts;
    const { rotating, secretIssuedAt } = await this.#load();
    if (rotating || credentials.fellBack) return 0;
    if (maxAgeMs === 0) return null;
    // Without a noted time of issue it counts as old.
    const issuedAt = secretIssuedAt?.getTime() ?? 0;
    return Math.max(0, Math.round(issuedAt + maxAgeMs * this.#share - wallClock()));
  }

  /**
   * Replaces the secret; calls under way go on with theirs.
   * @param stop ends the waiting between two tries
   * @returns the old secret's expiry, by the control plane
   * @throws StateError, with nothing asked for; ApiError
   */
  async rotate(stop: AbortSignal): Promise<Date> {
    const { client, clock } = this.parts;
    await this.#keep({ rotating: true });
    // Not by the agent's own signal: an answer that is on its way is waited for.
    const answer = await retrying(() => client.rotateSecret(), RETRY, clock, stop);
    await this.#take(answer);
    return answer.previousValidUntil;
  }

  /** Drops the old secret once it has ended; returns whether that is still to come. @throws StateError */
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
      // Even where it can't be kept: the old one ends in any case.
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

/** A disk that is full may have room again: the secret was issued, so that keeping it is worth some tries. */
function asRetryable(error: unknown): never {
  throw error instanceof StateError ? new RemoteError('state_not_written', true) : error;
}
