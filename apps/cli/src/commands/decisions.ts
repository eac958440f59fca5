import type { Command } from 'commander';
import { dataOf } from '#client';
import { action } from '../cli.js';
import { requestIdOf } from '../find/request-id.js';
import { examples } from '../examples.js';

/** Adds approve, reject. */
export function addDecisions(program: Command): void {
  program
    .command('approve <request>')
    .description('approve a request')
    .option('--comment <text>', 'everybody who sees the request reads it')
    .addHelpText(
      'after',
      examples('approve 0197a3c2-7d10', "approve 0197a3c2-7d10 --comment 'Seen with Priya'"),
    )
    .action(
      action(async (cli, given: string, { comment }: { comment?: string }) => {
        const id = await requestIdOf(cli, given);
        const call = cli.api.POST('/api/v1/requests/{id}/approve', {
          params: { path: { id } },
          body: { comment },
        });
        const { approvals_count: count, min_approvers: least } = await dataOf(call);
        cli.terminal.say(`Approved: ${count} of ${least}.`);
      }),
    );
  program
    .command('reject <request>')
    .description('reject a request')
    .requiredOption('--reason <text>', 'why: the requester reads it')
    .addHelpText('after', examples("reject 0197a3c2-7d10 --reason 'The deploy is cancelled'"))
    .action(
      action(async (cli, given: string, { reason }: { reason: string }) => {
        const id = await requestIdOf(cli, given);
        await dataOf(
          cli.api.POST('/api/v1/requests/{id}/reject', { params: { path: { id } }, body: { reason } }),
        );
        cli.terminal.say('Rejected.');
      }),
    );
}
