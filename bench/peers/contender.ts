import type { Call } from '../support/http-load.js';
import type { RunningProcess } from '../support/start-process.js';

/** The calls of a whole read, in their order: a person's, an approver's, four of an agent, two of the person again. */
export const STEPS = ['submit', 'approve', 'claim', 'dek', 'wrap', 'complete', 'list', 'retrieve'] as const;
export type Step = (typeof STEPS)[number];

/**
 * One read request; each step is one HTTP call. The claim takes whichever job is next, so that many reads at once never
 * wait for one another; what follows it belongs to the claimed request.
 */
export interface ReadFlow extends Readonly<Record<Step, () => Promise<void>>> {
  /** Encrypts a value with the data key as the agent does, between `dek` and `wrap` and in the time of neither. */
  encrypt(): Promise<void>;
}

/** A service that is measured in turn with the others. */
export interface Contender {
  readonly name: string;
  /** Starts it and resolves when it is ready to serve. */
  start(): Promise<RunningProcess>;
  /** Calls that each retrieve a value of 32 bytes that can be retrieved once. */
  retrievals(count: number): Promise<Call[]>;
  /** Calls by which signed-in callers ask who they are. */
  identities(count: number): Promise<Call[]>;
}

/** A contender that has the whole flow of requests, not values only. */
export interface FlowContender extends Contender {
  /** @param url where it listens */
  readFlows(url: string, count: number): Promise<ReadFlow[]>;
}
