import type { Command } from 'commander';
import { action } from '../cli.js';
import { CliError, EXIT } from '../exit.js';

/** Adds profile list, use, remove. */
export function addProfiles(program: Command): void {
  const profile = program
    .command('profile')
    .description('profiles: one for each service, one of them current');
  profile
    .command('list')
    .description('all profiles')
    .action(
      action(async ({ profiles, printer }) => {
        const rows = profiles.all().map(([name, { server, store }]) => ({
          ...{ name, server, store },
          current: name === profiles.current,
        }));
        await printer.rows(rows, {
          columns: [
            { head: 'name', cell: ({ name, current }) => (current ? `${name} *` : name) },
            { head: 'service', cell: ({ server }) => server },
            { head: 'token in', cell: ({ store }) => store },
          ],
          name: ({ name }) => name,
          empty: 'No profile yet: countersign login makes one.',
        });
      }),
    );
  profile
    .command('use <profile>')
    .description('make it the current one')
    .action(action(async ({ profiles }, name: string) => profiles.use(name)));
  profile
    .command('remove <profile>')
    .description('forget it and its token')
    .action(
      action(async (cli, name: string) => {
        const found = cli.profiles.find(name);
        if (!found) throw new CliError(EXIT.notFound, `There is no profile ${name}.`);
        await cli.terminal.confirm(`Forget ${name} (${found.server}) and its token?`, cli.yes);
        cli.of(name).session.forget(found.store);
        cli.profiles.remove(name);
      }),
    );
}
