import type { AgentVariable } from '../../apps/agent/src/config/agent-variable.js';
import { AGENT_VARIABLES } from '../../apps/agent/src/config/variables.js';
import { SET, type Variable } from '../../libs/config/src/variable.js';
import { VARIABLE_GROUPS } from '../../libs/config/src/variables.js';
import { code, markdownTable } from './markdown-table.js';

const HEAD = ['Variable', 'Required', 'Default', 'Meaning', 'Example', 'Secret', 'Restart'];

const SERVICE = `# Variables

Everything that api, worker and agent read from their environment. What is wrong is said all at once when a process starts,
by name and without values.

- A variable of the service may be given as a file: \`NAME_FILE\` holds the path instead of the value. For the agent, the
  variables that may be are listed with their \`_FILE\`.
- **Secret** values belong in files or in Secrets, never in a chart's values.
- **Restart** says whether a change takes effect only when the process is started anew.
- Durations are written like \`8h\`, \`30m\`, \`1h30m\` or \`500ms\`.

To start at all the api needs \`DATABASE_URL\`, \`REDIS_URL\`, \`SVC_JWT_SECRET\` and \`SVC_WRAP_MASTER_KEY\` (or another key
service), the worker \`DATABASE_URL\` and \`REDIS_URL\`. To sign in, set the first administrator's variables too.

## api and worker`;

const SERVICE_ELSE = `Node.js reads \`NODE_EXTRA_CA_CERTS\` (PEM of authorities to trust besides the system's). With
\`SVC_KMS_BACKEND=cloud-kms\` the AWS SDK reads its own variables (\`AWS_ROLE_ARN\`, \`AWS_WEB_IDENTITY_TOKEN_FILE\`,
\`AWS_ENDPOINT_URL_KMS\` and so on).`;

const AGENT = `## agent

The agent's own page is [agent.md](../agent.md).`;

/** Returns docs/reference/variables.md, from the processes' tables of variables. */
export function variablesPage(): string {
  return [
    SERVICE,
    ...Object.entries(VARIABLE_GROUPS).map(serviceGroup),
    SERVICE_ELSE,
    AGENT,
    ...agentGroups(),
  ].join('\n\n');
}

function serviceGroup([title, variables]: [string, Readonly<Record<string, Variable<unknown>>>]): string {
  const rows = Object.entries(variables).map(([name, variable]) => [
    `${code(name)}<br>${variable.readBy.join(', ')}`,
    requirement(variable),
    code(variable.fallback),
    variable.meaning,
    code(variable.example),
    yes(variable.secret),
    yes(variable.restart),
  ]);
  return `### ${title}\n\n${markdownTable(HEAD, rows)}`;
}

function requirement({ required }: Variable<unknown>): string {
  if (typeof required === 'string') return yes(required === 'always');
  return Object.entries(required)
    .map(([name, value]) => (value === SET ? `with ${code(name)}` : `with ${code(`${name}=${value}`)}`))
    .join(', ');
}

function agentGroups(): string[] {
  const variables = Object.entries<AgentVariable>(AGENT_VARIABLES);
  const titles = [...new Set(variables.map(([, { group }]) => group))];
  return titles.map((title) => {
    const rows = variables
      .filter(([, { group }]) => group === title)
      .map(([name, variable]) => [
        code(name),
        typeof variable.required === 'string' ? variable.required : yes(variable.required),
        code(variable.default),
        variable.meaning,
        code(variable.example),
        yes(variable.secret),
        yes(variable.restart),
      ]);
    return `### Agent: ${title}\n\n${markdownTable(HEAD, rows)}`;
  });
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no';
}
