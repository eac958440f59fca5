/** What is known of one environment variable of the agent. The reference in docs/ is generated from these. */
export interface AgentVariable {
  readonly group: string;
  /** The text that counts where the variable is unset; null: there is none. */
  readonly default: string | null;
  /** True: always; a text: in which case. */
  readonly required: boolean | string;
  /** Whether its value is a credential. A path or a URL of one is not. */
  readonly secret: boolean;
  /** Whether a change takes a restart; false for files that are read again. */
  readonly restart: boolean;
  readonly meaning: string;
  readonly example: string;
  /** `agent`, or the package (`node` for Node.js) that reads it from the process's environment by itself. */
  readonly readBy: string;
  /** Whether it has one value for the whole process, so that one of several agents can not have its own. */
  readonly processWide: boolean;
}

type Row = Partial<AgentVariable> & Pick<AgentVariable, 'meaning' | 'example'>;

/** Returns a group of variables; by default one is optional, not secret, read once by the agent, and its own. */
export function variableGroup<Name extends string>(
  group: string,
  rows: Readonly<Record<Name, Row>>,
  shared: Partial<AgentVariable> = {},
): Readonly<Record<Name, AgentVariable>> {
  const byDefault = { default: null, required: false, secret: false, restart: true } as const;
  const complete = Object.entries<Row>(rows).map(([name, row]) => [
    name,
    { group, ...byDefault, readBy: 'agent', processWide: false, ...shared, ...row },
  ]);
  return Object.fromEntries(complete) as Record<Name, AgentVariable>;
}
