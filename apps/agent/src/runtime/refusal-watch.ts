import type { AgentLog } from '../agent-log.js';
import { ApiError } from '../control-plane/api-error.js';

/** Number of consecutive 401 responses that are considered final. */
const FINAL_REFUSALS = 5;

/**
 * Counts refusals of the agent itself. A revoked agent must stop with an error; one odd response of a proxy must not stop a
 * fleet.
 */
export class RefusalWatch {
  #inARow = 0;

  /** @param onFinal called once, when the control plane has refused this agent for good */
  constructor(
    private readonly log: AgentLog,
    private readonly onFinal: () => void,
  ) {}

  accepted(): void {
    this.#inARow = 0;
  }

  failed(error: unknown): void {
    if (!(error instanceof ApiError) || !error.unauthorized) return;
    this.#inARow += 1;
    if (this.#inARow !== FINAL_REFUSALS) return;
    this.log.error('the control plane refuses this agent: it was revoked, or its id and secret do not match');
    this.onFinal();
  }
}
