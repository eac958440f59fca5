/** What the probes and the age metric look at. */
export class AgentHealth {
  #lastHeartbeat: number | null = null;
  #draining = false;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number) {}

  heartbeatAccepted(): void {
    this.#lastHeartbeat = this.now();
  }

  drain(): void {
    this.#draining = true;
  }

  /** Ready from the first accepted heartbeat on, until the agent is told to stop. */
  get ready(): boolean {
    return this.#lastHeartbeat !== null && !this.#draining;
  }

  /** NaN before the first. */
  get heartbeatAgeSeconds(): number {
    return this.#lastHeartbeat === null ? NaN : (this.now() - this.#lastHeartbeat) / 1000;
  }
}
