import type { Command } from 'commander';
import { type components, dataOf, everyRow } from '#client';
import { action, type Cli } from '../cli.js';
import type { Field } from '../nouns/noun.js';
import { idNamed } from '../nouns/rows.js';
import { takeRows, type ListOptions, rowLimitOf, withLimit } from '../nouns/list-options.js';
import { printRows } from '../nouns/print-rows.js';
import type { Fact } from '../output/printer.js';
import { spanOf, whenOf } from '../output/time.js';

type Scope = components['schemas']['SimulateBody'];
type Simulation = components['schemas']['SimulationResponse'];
type Version = components['schemas']['RuleVersionResponse'];

interface SimulateOptions {
  readonly project?: string;
  readonly env?: string;
  readonly provider?: string;
  readonly ref?: string;
  readonly operation?: string;
  readonly type?: string;
}

/** Adds policy simulate, policy history. */
export function addPolicyVerbs(policy: Command): void {
  policy
    .command('simulate')
    .description('which rule would govern a request, and why')
    .option('-p, --project <name>', 'of this project')
    .option('-e, --env <name>', 'and this environment of it')
    .option('--provider <type>', 'through a store of this type: vault, …')
    .option('--ref <ref>', 'for this secret')
    .option('--operation <operation>', 'read, patch, reveal')
    .option('--type <type>', 'read, patch, cross_team')
    .action(action(simulate));
  withLimit(policy.command('history <policy>'))
    .description('its versions, newest first')
    .action(action(history));
}

async function simulate(cli: Cli, options: SimulateOptions): Promise<void> {
  const project_id =
    options.project === undefined ? undefined : await idNamed(cli, 'project', options.project);
  const environment_id =
    options.env === undefined ? undefined : await idNamed(cli, 'env', options.env, { project_id });
  // Validated by the service, which knows the types and operations.
  const { provider, operation, type } = options as {
    provider?: Scope['provider_type'];
    operation?: Scope['operation'];
    type?: Scope['type'];
  };
  const body = {
    project_id,
    environment_id,
    provider_type: provider,
    secret_ref: options.ref,
    operation,
    type,
  };
  const found = await dataOf(cli.api.POST('/api/v1/policies/simulate', { body }));
  await cli.printer.one(found, found.winner?.name ?? '', factsOfSimulation);
}

function factsOfSimulation({ winner, workflow, candidates, ...rest }: Simulation): Fact[] {
  const tried = candidates.map(({ name, outcome, reason }): Fact => [
    outcome.replaceAll('_', ' '),
    `${name}: ${reason}`,
  ]);
  return [
    ['Rule', winner?.name ?? 'none: it would be refused'],
    ['Workflow', workflow?.name ?? null],
    ['Second factor', rest.requires_mfa ? 'required' : 'not required'],
    ['Direct reveal', rest.direct_reveal_allowed ? 'yes' : 'no'],
    ['Reveal session', spanOf(rest.reveal_ttl_seconds)],
    ...tried,
  ];
}

const VERSION: readonly Field<Version>[] = [
  { head: 'version', cell: ({ version }) => version, end: true },
  { head: 'what', cell: ({ action: what }) => what },
  { head: 'by', refs: ({ changed_by }) => [changed_by] },
  { head: 'when', cell: ({ changed_at }) => whenOf(changed_at) },
  { head: 'priority', cell: ({ rule }) => rule.priority, end: true },
  { head: 'workflow', cell: ({ rule }) => rule.workflow_name ?? rule.workflow_id },
  { head: 'on', cell: ({ rule }) => (rule.enabled ? 'yes' : 'no') },
  { head: '2nd factor', cell: ({ rule }) => (rule.requires_mfa ? 'yes' : 'no'), wide: true },
  { head: 'direct', cell: ({ rule }) => (rule.direct_reveal_allowed ? 'yes' : 'no'), wide: true },
  { head: 'name', cell: ({ rule }) => rule.name },
];

async function history(cli: Cli, given: string, options: ListOptions): Promise<void> {
  const most = rowLimitOf(options);
  const id = await idNamed(cli, 'policy', given);
  const rows = everyRow<Version>((cursor) => {
    const query = { limit: Math.min(most, 1000), cursor };
    return cli.api.GET('/api/v1/policies/{id}/history', { params: { path: { id }, query } });
  });
  const format = { fields: VERSION, name: ({ version }: Version) => String(version), empty: 'No versions.' };
  await printRows(cli, takeRows(rows, most), format);
}
