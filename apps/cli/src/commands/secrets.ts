import type { Command } from 'commander';
import { type components, everyRow } from '#client';
import { action, type Cli } from '../cli.js';
import { idNamed } from '../nouns/rows.js';
import { takeRows, type ListOptions, rowLimitOf, withLimit } from '../nouns/list-options.js';
import { whenOf } from '../output/time.js';

type Disclosure = components['schemas']['DisclosureResponse'];
type Person = components['schemas']['NamedUserResponse'];

const personOf = ({ display_name, email }: Person): string => display_name ?? email;

/** Adds secret who-saw. */
export function addSecretVerbs(secret: Command): void {
  withLimit(secret.command('who-saw <secret>'))
    .description('who has seen values of it, newest first')
    .action(action(whoSaw));
}

async function whoSaw(cli: Cli, given: string, options: ListOptions): Promise<void> {
  const most = rowLimitOf(options);
  const id = await idNamed(cli, 'secret', given);
  const rows = everyRow<Disclosure>((cursor) => {
    const query = { limit: Math.min(most, 1000), cursor };
    return cli.api.GET('/api/v1/secrets/{id}/disclosures', { params: { path: { id }, query } });
  });
  await cli.printer.rows(takeRows(rows, most), {
    columns: [
      { head: 'at', cell: ({ at }) => at },
      { head: '', cell: ({ at }) => whenOf(at) },
      { head: 'who', cell: ({ requester }) => personOf(requester) },
      { head: 'keys', cell: ({ keys_fetched }) => keys_fetched.join(', ') },
      { head: 'approved by', cell: ({ approvers }) => approvers.map(personOf).join(', ') },
      { head: 'direct', cell: ({ direct }) => (direct ? 'yes' : 'no'), wide: true },
      { head: 'request', cell: ({ request_id }) => request_id },
    ],
    name: ({ request_id }) => request_id,
    empty: 'Nobody has seen values of it.',
  });
}
