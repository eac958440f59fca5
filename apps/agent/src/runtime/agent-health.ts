/** `starting` until the first accepted heartbeat; `failed` while it waits for a restart; `refused` is final. */
export type HealthState = 'starting' | 'ready' | 'stopping' | 'refused' | 'failed';

/** The health of one agent, for probes and metrics. */
export class AgentHealth {
  #lastHeartbeat: number | null = null;
  /** Whether a heartbeat was accepted since the last start or restart. */
  #beats = false;
  #stopping = false;
  #refused = false;
  #failure: string | null = null;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number) {}

  heartbeatAccepted(): void {
    this.#lastHeartbeat = this.now();
    this.#beats = true;
  }

  drain(): void {
    this.#stopping = true;
  }

  refused(): void {
    this.#refused = true;
  }

  /** @param reason for people, without values; null: it is being tried again */
  failed(reason: string | null): void {
    this.#failure = reason;
    this.#beats = false;
  }

  get reason(): string | null {
    return this.state === 'failed' ? this.#failure : null;
  }

  get state(): HealthState {
    if (this.#refused) return 'refused';
    if (this.#stopping) return 'stopping';
    if (this.#failure !== null) return 'failed';
    return this.#beats ? 'ready' : 'starting';
  }

  /** Whether the agent is ready: from the first accepted heartbeat until it is stopped, refused or fails. */
  get ready(): boolean {
    return this.state === 'ready';
  }

  /** Age of the last accepted heartbeat; NaN before the first. */
  get heartbeatAgeSeconds(): number {
    return this.#lastHeartbeat === null ? NaN : (this.now() - this.#lastHeartbeat) / 1000;
  }
}
