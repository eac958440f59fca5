import { whenOf } from '../output/time.js';
import { type Noun, refTo } from './noun.js';

const project: Noun<'/api/v1/projects'> = {
  ...{ noun: 'project', plural: 'projects', about: 'projects: what secrets are for' },
  ...{ path: '/api/v1/projects', one: true, filters: [], name: ({ name }) => name },
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'name', cell: ({ name }) => name },
    { head: 'team', refs: ({ team_id }) => refTo('team', team_id) },
    { head: 'status', cell: ({ status }) => status },
    { head: 'description', cell: ({ description }) => description, wide: true },
    { head: 'created', cell: ({ created_at }) => whenOf(created_at), wide: true },
  ],
};

const env: Noun<'/api/v1/environments'> = {
  ...{ noun: 'env', plural: 'environments', about: 'environments, in which projects run' },
  ...{ path: '/api/v1/environments', one: true, name: ({ name }) => name },
  filters: [{ flags: '-p, --project <name>', text: 'of this project', query: 'project_id', of: 'project' }],
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'project', refs: ({ project_id }) => refTo('project', project_id) },
    { head: 'name', cell: ({ name }) => name },
    { head: 'type', cell: ({ type }) => type },
    { head: 'kind', cell: ({ kind }) => kind },
    { head: 'risk', cell: ({ risk_level }) => risk_level, end: true },
    { head: 'description', cell: ({ description }) => description, wide: true },
  ],
};

const team: Noun<'/api/v1/teams'> = {
  ...{ noun: 'team', plural: 'teams', about: 'teams, which own projects' },
  ...{ path: '/api/v1/teams', one: true, filters: [], name: ({ name }) => name },
  fields: [
    { head: 'id', cell: ({ id }) => id },
    { head: 'name', cell: ({ name }) => name },
    { head: 'part of', refs: ({ parent_id }) => refTo('team', parent_id) },
    { head: 'status', cell: ({ status }) => status },
    { head: 'created', cell: ({ created_at }) => whenOf(created_at), wide: true },
  ],
};

/** Nouns: projects, environments and teams. */
export const PLACES = { project, env, team };
