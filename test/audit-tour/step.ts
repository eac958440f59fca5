import type { Route } from '../matrix/document.js';
import type { TestClient } from '../support/client.js';
import type { TourWorld } from './tour-world.js';

/** One call of a route, everything that has to be there for it already made. */
export interface Shot {
  readonly by: TestClient;
  /** Path parameters, in their order. */
  readonly ids?: readonly string[];
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Makes a call that TestClient can't. @returns its status */
  readonly fire?: () => Promise<string>;
}

/** What a route writes to the audit log when it succeeds. */
export interface Step {
  /** `action status`, of one transaction, so that their order says nothing. */
  readonly events: readonly string[];
  /** Why there are none. */
  readonly because?: string;
  readonly prepare: (world: TourWorld) => Promise<Shot>;
}

export type Steps = Readonly<Record<string, Step>>;

/** A route that writes these events, each with status success. */
export function writes(events: string | readonly string[], prepare: Step['prepare']): Step {
  return {
    events: (typeof events === 'string' ? [events] : events).map((each) => `${each} success`),
    prepare,
  };
}

/** A route that writes none. */
export function silent(because: string, prepare: Step['prepare']): Step {
  return { events: [], because, prepare };
}

/** Makes the call. @returns its status, and the error code if it has one */
export async function send(
  { verb, path }: Route,
  { by, ids = [], body, headers, fire }: Shot,
): Promise<string> {
  if (fire) return fire();
  const left = [...ids];
  const address = path.replace('/api/v1', '').replace(/\{\w+\}/g, () => left.shift() ?? 'missing');
  const sent = verb === 'GET' ? undefined : (body ?? (verb === 'POST' ? {} : undefined));
  const answer = await by.call(verb, address, sent, { headers });
  return `${answer.status} ${answer.body?.error_code ?? ''}`.trim();
}
