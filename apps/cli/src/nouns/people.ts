import { whenOf } from '../output/time.js';
import { type Noun, refTo } from './noun.js';

const user: Noun<'/api/v1/users'> = {
  ...{ noun: 'user', plural: 'users', about: 'people with an account' },
  ...{ path: '/api/v1/users', one: true, name: ({ email }) => email, findBy: 'email' },
  filters: [{ flags: '--email <address>', text: 'with this address', query: 'email' }],
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'e-mail', cell: ({ email }) => email },
    { head: 'name', cell: ({ display_name }) => display_name },
    { head: 'signs in', cell: ({ kind }) => (kind === 'local' ? 'with a password' : 'through the provider') },
    { head: 'disabled', cell: ({ disabled }) => (disabled ? 'yes' : 'no') },
    { head: 'created', cell: ({ created_at }) => whenOf(created_at), wide: true },
  ],
};

const role: Noun<'/api/v1/roles'> = {
  ...{ noun: 'role', plural: 'roles', about: 'roles: permissions under one name' },
  ...{ path: '/api/v1/roles', one: true, filters: [], name: ({ name }) => name },
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'name', cell: ({ name }) => name },
    { head: 'built in', cell: ({ is_system }) => (is_system ? 'yes' : 'no') },
    { head: 'permissions', cell: ({ permissions }) => permissions.join(', ') },
    { head: 'description', cell: ({ description }) => description, wide: true },
  ],
};

const grant: Noun<'/api/v1/user-roles'> = {
  ...{ noun: 'grant', plural: 'grants', about: 'grants: who has which role where' },
  ...{ path: '/api/v1/user-roles', one: false, name: ({ id }) => id, preset: { order: '-created_at' } },
  filters: [
    { flags: '--user <e-mail>', text: 'of this person', query: 'user_id', of: 'user' },
    { flags: '--role <name>', text: 'of this role', query: 'role_id', of: 'role' },
  ],
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'user', refs: ({ user_id }) => refTo('user', user_id) },
    { head: 'role', cell: ({ role_name }) => role_name },
    { head: 'where', refs: ({ scope }) => placeOf(scope) },
    { head: 'granted by', refs: ({ granted_by }) => [granted_by] },
    { head: 'since', cell: ({ created_at }) => whenOf(created_at), wide: true },
  ],
};

const workload: Noun<'/api/v1/workload-identities'> = {
  ...{ noun: 'workload', plural: 'workloads', about: 'jobs that sign in by the tokens of their own issuer' },
  ...{ path: '/api/v1/workload-identities', one: true, filters: [], name: ({ name }) => name },
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'name', cell: ({ name }) => name },
    { head: 'issuer', cell: ({ issuer }) => issuer },
    { head: 'audience', cell: ({ audience }) => audience, wide: true },
    { head: 'claims', cell: ({ claims }) => claimsOf(claims) },
    { head: 'role', cell: ({ role_name }) => role_name },
    { head: 'where', refs: ({ scope }) => placeOf(scope) },
    { head: 'disabled', cell: ({ disabled }) => (disabled ? 'yes' : 'no') },
    { head: 'registered by', refs: ({ registered_by }) => refTo('user', registered_by), wide: true },
    { head: 'created', cell: ({ created_at }) => whenOf(created_at), wide: true },
  ],
};

const placeOf = (scope: { readonly project_id?: string; readonly team_id?: string }): string[] =>
  Object.keys(scope).length === 0
    ? ['everywhere']
    : [...refTo('project', scope.project_id), ...refTo('team', scope.team_id)];

const claimsOf = (claims: Readonly<Record<string, string>>): string =>
  Object.entries(claims)
    .map(([name, pattern]) => `${name}=${pattern}`)
    .join(' ');

/** Nouns: people, workloads, roles and grants. */
export const PEOPLE = { user, workload, role, grant };
