import type { NounName } from '../nouns/all.js';

/** What is completed by names: objects of the service, and profiles of this machine. */
export type Kind = Exclude<NounName, 'grant'> | 'request' | 'profile';

/** By the long form of an option. */
export const OPTION_KINDS: Readonly<Record<string, Kind>> = {
  ...{ '--project': 'project', '--from-project': 'project' },
  ...{ '--env': 'env', '--from-env': 'env' },
  ...{ '--team': 'team', '--from-team': 'team' },
  ...{ '--ref': 'secret', '--into': 'secret' },
  ...{ '--connection': 'connection', '--endpoint': 'gitops', '--request': 'request' },
  ...{ '--role': 'role', '--user': 'user', '--profile': 'profile' },
};

/** By the name of an argument. */
export const ARGUMENT_KINDS: Readonly<Record<string, Kind>> = {
  ...{ request: 'request', ref: 'secret', secret: 'secret', profile: 'profile' },
  ...{ project: 'project', env: 'env', team: 'team', policy: 'policy', workflow: 'workflow' },
  ...{ connection: 'connection', agent: 'agent', gitops: 'gitops', endpoint: 'gitops' },
  ...{ user: 'user', workload: 'workload', role: 'role' },
};

/** The kinds of what belongs to a project, of which the names of that one are offered. */
export const KINDS_OF_PROJECTS: readonly Kind[] = ['env', 'secret', 'connection'];
/** The options that name it. */
export const PROJECT_OPTIONS: readonly string[] = ['-p', '--project', '--from-project'];
