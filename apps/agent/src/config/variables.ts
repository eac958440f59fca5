import type { AgentVariable } from './agent-variable.js';
import { LIBRARY_VARIABLES } from './library-variables.js';
import { OWN_VARIABLES } from './own-variables.js';
import { STORE_VARIABLES } from './store-variables.js';

/** Every variable of the agent. All access to the environment is through EnvReader, which accepts only these names. */
export const AGENT_VARIABLES = {
  ...OWN_VARIABLES,
  ...STORE_VARIABLES,
  ...LIBRARY_VARIABLES,
} satisfies Record<string, AgentVariable>;

export type AgentVariableName = keyof typeof AGENT_VARIABLES;

/** A variable that `<name>_FILE` can replace. */
export type SecretVariableName = {
  [Name in AgentVariableName]: `${Name}_FILE` extends AgentVariableName ? Name : never;
}[AgentVariableName];

/** Returns whether the agent, or a library of it, reads this variable. */
export function isAgentVariable(name: string): name is AgentVariableName {
  return Object.hasOwn(AGENT_VARIABLES, name);
}
