import type { Command } from 'commander';
import { type components, dataOf } from '#client';
import { action, type Cli } from '../cli.js';
import { placeOf, type PlaceOptions } from '../find/place.js';
import type { Fact } from '../output/printer.js';
import { spanOf } from '../output/time.js';
import { withPlace } from './requests.js';
import { examples } from '../examples.js';

type Preview = components['schemas']['PreviewResponse'];

interface PreviewOptions extends PlaceOptions {
  readonly patch?: boolean;
  readonly justification?: string;
}

/** Adds request preview: what a request would require, without submitting it. */
export function addPreview(request: Command): void {
  withPlace(request.command('preview <ref>'))
    .description('what a request would require, without submitting it')
    .option('--patch', 'of a change; else of a read')
    .option('--justification <text>', 'the one you would give')
    .addHelpText('after', examples('request preview apps/payments/db -p payments -e prod'))
    .action(action(preview));
}

async function preview(cli: Cli, ref: string, options: PreviewOptions): Promise<void> {
  const operation = options.patch === true ? ('patch' as const) : ('read' as const);
  const place = await placeOf(cli, options);
  const body = { ...place, secret_ref: ref, operation, justification: options.justification };
  const answer = await dataOf(cli.api.POST('/api/v1/requests/preview', { body }));
  await cli.printer.one(answer, answer.rule_name ?? '', factsOf);
}

function factsOf(preview: Preview): Fact[] {
  const { refusals, rule_name, workflow, requires_mfa, direct_reveal, reveal_ttl_seconds, lifetimes } =
    preview;
  return [
    ['Outcome', refusals.length === 0 ? 'accepted' : `refused: ${refusals.join(', ')}`],
    ['Rule', rule_name],
    ['Workflow', workflow?.name ?? null],
    ['Approvals', workflow === null ? null : approvalsOf(preview, workflow.min_approvers)],
    ['Justification', workflow?.require_justification === true ? 'required' : 'not required'],
    ['Second factor', requires_mfa === true ? 'required' : 'not required'],
    ['Direct', directOf(direct_reveal)],
    ['Reveal session', reveal_ttl_seconds === null ? null : spanOf(reveal_ttl_seconds)],
    ['Ends after', lifetimes === null ? null : spanOf(lifetimes.request)],
  ];
}

function approvalsOf({ approver_groups: groups }: Preview, least: number): string {
  const people = groups.map(({ role_name: role, scope, count }) => {
    const place = scope.name === null ? '' : ` of ${scope.name}`;
    return `${role}${place} (${count})`;
  });
  return people.length === 0 ? String(least) : `${least} by ${people.join(' or ')}`;
}

function directOf({ allowed, condition }: Preview['direct_reveal']): string {
  if (allowed) return 'allowed';
  return condition === null ? 'not allowed' : `not allowed: ${condition.replaceAll('_', ' ')}`;
}
