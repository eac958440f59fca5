import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { idNamed } from '../nouns/rows.js';
import { millisecondsOf } from '../output/time.js';

export interface EventOptions {
  readonly actor?: string;
  readonly user?: string;
  readonly action?: string;
  readonly resource?: string;
  readonly status?: string;
  readonly correlationId?: string;
  readonly since?: string;
  readonly until?: string;
}

export interface EventQuery {
  readonly actor?: string;
  readonly action?: string;
  readonly resource?: string;
  readonly status?: 'denied' | 'failure' | 'success';
  readonly correlation_id?: string;
  readonly since?: string;
  readonly until?: string;
}

/** Adds the filters of a list of events. */
export function withEventFilters(command: Command): Command {
  return command
    .option('--actor <ref>', 'by user:ID, agent:ID or system:NAME')
    .option('--user <e-mail>', 'by this person')
    .option('--action <action>', 'of this action; a star stands for the rest: "request.*"')
    .option('--resource <ref>', 'about this: project:ID')
    .option('--status <status>', 'success, failure, denied')
    .option('--correlation-id <id>', 'of one call');
}

/** Adds the options for a span of time. */
export function withSpan(command: Command): Command {
  return command
    .option('--since <when>', 'from then on: 1h, 7d, 2026-11-21T07:00:00Z')
    .option('--until <when>', 'before then');
}

/** @throws CliError (usage, not found) */
export async function eventQueryOf(cli: Cli, options: EventOptions): Promise<EventQuery> {
  const { user, action, resource, correlationId: correlation_id } = options;
  const actor = user === undefined ? options.actor : `user:${await idNamed(cli, 'user', user)}`;
  // Validated by the service, which knows the statuses.
  const status = options.status as EventQuery['status'];
  const span = { since: instantOf('--since', options.since), until: instantOf('--until', options.until) };
  return { actor, action, resource, status, correlation_id, ...span };
}

function instantOf(option: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const ago = millisecondsOf(given);
  const ms = ago === null ? Date.parse(given) : Date.now() - ago;
  if (Number.isNaN(ms))
    throw new CliError(EXIT.usage, `${option} takes a span of time (1h, 7d) or an instant (ISO 8601).`);
  return new Date(ms).toISOString();
}
