import type { components } from '#client';
import { whenOf } from '../output/time.js';
import { type Noun, refTo } from './noun.js';

const PROJECT = { flags: '-p, --project <name>', of: 'project', query: 'project_id' } as const;
const ENVIRONMENT = { flags: '-e, --env <name>', of: 'env', query: 'environment_id' } as const;
const CONNECTION = {
  flags: '-c, --connection <name>',
  text: 'of this connection',
  query: 'provider_connection_id',
  of: 'connection',
} as const;

const ago = (instant: string | null | undefined): string | null => (instant ? whenOf(instant) : null);

const connection: Noun<'/api/v1/provider-connections', components['schemas']['ConnectionResponse']> = {
  ...{ noun: 'connection', plural: 'connections', about: 'connections to the stores of secrets' },
  ...{ path: '/api/v1/provider-connections', one: true, name: ({ name }) => name },
  filters: [
    { ...PROJECT, text: 'usable for requests of this project (with --env)' },
    { ...ENVIRONMENT, text: 'and of this environment' },
  ],
  // Requesters see only the id, name and type of a connection.
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'name', cell: ({ name }) => name },
    { head: 'type', cell: ({ type }) => type },
    { head: 'cluster', cell: ({ cluster_name }) => cluster_name },
    { head: 'status', cell: ({ status }) => status },
    { head: 'agents', cell: ({ agents_alive }) => agents_alive, end: true },
    { head: 'discovered', cell: ({ last_discover_at }) => ago(last_discover_at) },
    { head: 'how', cell: ({ last_discover_status }) => last_discover_status },
    { head: 'fault', cell: ({ last_discover_error }) => last_discover_error, wide: true },
    {
      head: 'scope',
      cell: ({ scope }) => (scope as object | undefined) && JSON.stringify(scope),
      wide: true,
    },
    { head: 'description', cell: ({ description }) => description, wide: true },
  ],
};

const secret: Noun<'/api/v1/secrets'> = {
  ...{ noun: 'secret', plural: 'secrets', about: 'secrets that were found in stores; never their values' },
  ...{ path: '/api/v1/secrets', one: true, name: ({ ref }) => ref, findBy: 'ref_prefix' },
  filters: [
    { ...PROJECT, text: 'bound to this project' },
    { ...ENVIRONMENT, text: 'bound to this environment' },
    CONNECTION,
    { flags: '-k, --key <name>', text: 'with this key', query: 'key' },
    { flags: '--ref <prefix>', text: 'whose reference begins so', query: 'ref_prefix' },
    { flags: '--search <text>', text: 'whose reference has this in it', query: 'q' },
    { flags: '--label <name:value>', text: 'with this label', query: 'label' },
    { flags: '--status <status>', text: 'active, missing', query: 'status' },
    { flags: '--cluster <name>', text: 'of this cluster', query: 'cluster_name' },
  ],
  fields: [
    { head: 'id', cell: ({ id }) => id, wide: true },
    { head: 'secret', cell: ({ ref }) => ref },
    { head: 'keys', cell: ({ keys }) => keys.join(', ') },
    {
      head: 'connection',
      refs: ({ provider_connection_id: id }) => refTo('provider_connection', id),
    },
    { head: 'bound to', refs: ({ environment_ids: ids }) => ids.map((id) => `environment:${id}`) },
    { head: 'status', cell: ({ status }) => status },
    { head: 'seen', cell: ({ last_seen_at }) => whenOf(last_seen_at) },
    { head: 'cluster', cell: ({ cluster_name }) => cluster_name, wide: true },
    { head: 'version', cell: ({ version }) => version, wide: true },
    { head: 'first seen', cell: ({ first_seen_at }) => whenOf(first_seen_at), wide: true },
  ],
};

const agent: Noun<'/api/v1/agents'> = {
  ...{ noun: 'agent', plural: 'agents', about: 'agents, which read and write the stores' },
  ...{ path: '/api/v1/agents', one: true, name: ({ name }) => name },
  filters: [
    CONNECTION,
    { flags: '--status <status>', text: 'active, revoked', query: 'status' },
    { flags: '--agent-version <version>', text: 'of this version', query: 'version' },
    { flags: '--search <text>', text: 'whose name has this in it', query: 'q' },
  ],
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'name', cell: ({ name }) => name },
    {
      head: 'connection',
      refs: ({ provider_connection_id: id }) => refTo('provider_connection', id),
    },
    { head: 'cluster', cell: ({ scope }) => scope.cluster },
    { head: 'status', cell: ({ status }) => status },
    { head: 'version', cell: ({ version }) => version },
    { head: 'last heartbeat', cell: ({ last_seen_at }) => ago(last_seen_at) },
    { head: 'public key', cell: ({ public_key_fingerprint: print }) => print, wide: true },
    { head: 'enrolled', cell: ({ created_at }) => whenOf(created_at), wide: true },
  ],
};

const gitops: Noun<'/api/v1/argocd-endpoints'> = {
  ...{
    noun: 'gitops',
    plural: 'Argo CD endpoints',
    about: 'Argo CD endpoints: what was deployed since a change',
  },
  ...{ path: '/api/v1/argocd-endpoints', one: false, filters: [], name: ({ name }) => name },
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'name', cell: ({ name }) => name },
    { head: 'cluster', cell: ({ cluster_name }) => cluster_name },
    { head: 'address', cell: ({ base_url }) => base_url },
    { head: 'on', cell: ({ enabled }) => (enabled ? 'yes' : 'no') },
    { head: 'observed', cell: ({ last_observed_at }) => ago(last_observed_at) },
    { head: 'created', cell: ({ created_at }) => whenOf(created_at), wide: true },
  ],
};

/** Nouns: connections, secrets, agents and Argo CD endpoints. */
export const STORES = { connection, secret, agent, gitops };
