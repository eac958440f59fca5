import type { NounName } from '../nouns/all.js';

/** Objects of the service that are listed by name. */
export type ListedKind = Exclude<NounName, 'grant'> | 'request';
/** What is completed by names: such objects, profiles of this machine, and keys of a request or a secret on the line. */
export type Kind = ListedKind | 'profile' | 'key';

/** By the long form of an option. */
export const OPTION_KINDS: Readonly<Record<string, Kind>> = {
  ...{ '--project': 'project', '--from-project': 'project' },
  ...{ '--env': 'env', '--from-env': 'env' },
  ...{ '--team': 'team', '--from-team': 'team' },
  ...{ '--ref': 'secret', '--into': 'secret' },
  ...{ '--connection': 'connection', '--endpoint': 'gitops', '--request': 'request' },
  ...{ '--role': 'role', '--user': 'user', '--profile': 'profile', '--key': 'key' },
};

/** By the name of an argument. */
export const ARGUMENT_KINDS: Readonly<Record<string, Kind>> = {
  ...{ request: 'request', ref: 'secret', secret: 'secret', profile: 'profile' },
  ...{ project: 'project', env: 'env', team: 'team', policy: 'policy', workflow: 'workflow' },
  ...{ connection: 'connection', agent: 'agent', gitops: 'gitops', endpoint: 'gitops' },
  ...{ user: 'user', workload: 'workload', role: 'role' },
};

/** The kinds of what belongs to a project, of which the names of that one are offered. */
export const KINDS_OF_PROJECTS: readonly ListedKind[] = ['env', 'secret', 'connection'];
/** The commands whose keys are completed: the `--key` of others is the audit log's. */
export const COMMANDS_WITH_KEYS: readonly string[] = ['request', 'reveal', 'exec'];
/** The options that name the project. */
export const PROJECT_OPTIONS: readonly string[] = ['-p', '--project', '--from-project'];
