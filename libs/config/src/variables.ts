import { AUDIT_VARIABLES, KEY_VARIABLES } from './key-variables.js';
import { PROCESS_VARIABLES, STORE_VARIABLES } from './process-variables.js';
import { FIRST_ADMINISTRATOR_VARIABLES, OIDC_VARIABLES, SESSION_VARIABLES } from './sign-in-variables.js';
import { SWITCH_VARIABLES, WORKER_VARIABLES } from './switch-variables.js';
import type { ProcessName, Variable } from './variable.js';

/** The variables by subject, in the order of the reference. */
export const VARIABLE_GROUPS = {
  Process: PROCESS_VARIABLES,
  'Database and cache': STORE_VARIABLES,
  'Keys and key service': KEY_VARIABLES,
  'First administrator': FIRST_ADMINISTRATOR_VARIABLES,
  'Sessions and second factors': SESSION_VARIABLES,
  'Identity provider': OIDC_VARIABLES,
  'What is allowed': SWITCH_VARIABLES,
  'Audit log': AUDIT_VARIABLES,
  "The worker's tasks": WORKER_VARIABLES,
} as const satisfies Record<string, Record<string, Variable<unknown>>>;

/** All variables: the specification's runtime configuration and D19. Nothing else reads the environment. */
export const VARIABLES = {
  ...PROCESS_VARIABLES,
  ...STORE_VARIABLES,
  ...KEY_VARIABLES,
  ...FIRST_ADMINISTRATOR_VARIABLES,
  ...SESSION_VARIABLES,
  ...OIDC_VARIABLES,
  ...SWITCH_VARIABLES,
  ...AUDIT_VARIABLES,
  ...WORKER_VARIABLES,
} as const satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof VARIABLES;

type ReadBy<K extends VariableName> = (typeof VARIABLES)[K]['readBy'][number];

/** The values of a process's variables. */
export type Values<P extends ProcessName> = {
  readonly [K in VariableName as P extends ReadBy<K> ? K : never]: ReturnType<(typeof VARIABLES)[K]['parse']>;
};
