import type { Command } from 'commander';
import { dataOf, everyRow } from '#client';
import { action, type Cli } from '../cli.js';
import { nounOf } from '../nouns/all.js';
import { rowNamed } from '../nouns/rows.js';

/** Adds user cut-off. */
export function addUserVerbs(user: Command): void {
  user
    .command('cut-off <user>')
    .description('revoke all access of a user: account, sessions, second factors, roles')
    .action(action(cutOff));
}

/** Prints each completed step: if one fails, the earlier ones stay, and the command can be repeated. */
async function cutOff(cli: Cli, given: string): Promise<void> {
  const noun = nounOf('user');
  const { id, ...rest } = await rowNamed(cli, noun, given);
  const name = noun.name({ id, ...rest });
  const question = `Cut off ${name}: disable the account, end its sessions, remove its second factors and roles?`;
  await cli.terminal.confirm(question, cli.yes);
  const { api, terminal } = cli;
  const params = { path: { id } };
  await dataOf(api.PUT('/api/v1/users/{id}/disabled', { params, body: { disabled: true } }));
  terminal.say(`${name} is disabled.`);
  await dataOf(api.DELETE('/api/v1/users/{id}/sessions', { params }));
  terminal.say('The sessions are ended.');
  await dataOf(api.DELETE('/api/v1/users/{id}/mfa/factors', { params }));
  terminal.say('The second factors are removed.');
  const grants = everyRow((cursor) => {
    const query = { limit: 1000, cursor };
    return api.GET('/api/v1/users/{userID}/roles', { params: { path: { userID: id }, query } });
  });
  const roles = [];
  for await (const role of grants) roles.push(role);
  for (const { id: grant, role_name } of roles) {
    await dataOf(api.DELETE('/api/v1/user-roles/{id}', { params: { path: { id: grant } } }));
    terminal.say(`The role ${role_name} is revoked.`);
  }
}
