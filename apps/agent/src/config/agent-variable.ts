/** An environment variable of the agent. The reference in docs/ is generated from these. */
export interface AgentVariable {
  readonly group: string;
  /** The default; null if there is none. */
  readonly default: string | null;
  /** True if always required; a string states when it is. */
  readonly required: boolean | string;
  /** Whether the value is a credential; false for its path or URL. */
  readonly secret: boolean;
  /** Whether a change requires a restart; false for files that are read again. */
  readonly restart: boolean;
  readonly meaning: string;
  readonly example: string;
  /** Which code reads it: `agent`, or the package that does so itself (`node` for Node.js). */
  readonly readBy: string;
  /** Whether it applies to the whole process, so that one of several agents can't override it. */
  readonly processWide: boolean;
}

type Row = Partial<AgentVariable> & Pick<AgentVariable, 'meaning' | 'example'>;

/** Returns a group of variables. Defaults: optional, not secret, read once, by the agent, and per agent. */
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
