import { AGENT_VARIABLES } from '../../apps/agent/src/config/variables.js';
import { VARIABLES } from '../../libs/config/src/variables.js';

/** A list of variables in a chart's schema: the plain settings that a value accepts, or the secrets that it rejects. */
export interface SettingList {
  readonly chart: 'countersign' | 'countersign-agent';
  /** Path of the list in the schema. */
  readonly path: readonly string[];
  readonly names: readonly string[];
}

interface Known {
  readonly secret: boolean;
  readonly readBy: readonly string[] | string;
  readonly processWide?: boolean;
}

/** Set by the chart itself; ports and profile are separate values. */
const SERVICE_CHART = ['API_ADDR', 'SVC_METRICS_ADDR', 'WORKER_ADDR', 'SVC_SECURITY_PROFILE'];
const AGENT_CHART =
  /^(SVC_API_URL|SVC_CLUSTER_NAME|SVC_AGENT_(STATE_FILE|STATE_SECRET|CONFIG_FILE|HEALTH_ADDR|METRICS_ADDR)|NODE_EXTRA_CA_CERTS|KUBERNETES_SERVICE_.+)$/;
const GITOPS = /^SVC_AGENT_GITOPS_/;

const service = Object.entries<Known>(VARIABLES);
const agent = Object.entries<Known>(AGENT_VARIABLES);
const ENV = ['definitions', 'extraEnv', 'items', 'if', 'properties', 'name', 'anyOf', '0', 'enum'];

/** Returns all such lists of both charts, from the tables of variables. */
export function settingLists(): readonly SettingList[] {
  return [
    ...(['api', 'worker'] as const).map((part) => ({
      chart: 'countersign' as const,
      path: [
        'properties',
        'settings',
        'properties',
        part,
        'propertyNames',
        ...(part === 'api' ? ['anyOf', '0'] : []),
        'enum',
      ],
      names: plain(
        service.filter(([name, { readBy }]) => readBy.includes(part) && !SERVICE_CHART.includes(name)),
      ),
    })),
    { chart: 'countersign', path: ENV, names: secrets(service) },
    {
      chart: 'countersign-agent',
      path: ['properties', 'settings', 'propertyNames', 'anyOf', '0', 'enum'],
      names: plain(agent.filter(([name]) => !AGENT_CHART.test(name) && !GITOPS.test(name))),
    },
    {
      chart: 'countersign-agent',
      path: ['properties', 'agents', 'items', 'properties', 'settings', 'propertyNames', 'enum'],
      names: plain(agent.filter(([name, { processWide }]) => processWide !== true && !GITOPS.test(name))),
    },
    { chart: 'countersign-agent', path: ENV, names: secrets(agent) },
  ];
}

/** A secret is passed as a file, which the vendors' packages can't read. */
function plain(variables: readonly (readonly [string, Known])[]): string[] {
  const names = variables
    .filter(([, { readBy, secret }]) => !(secret && isPackage(readBy)))
    .map(([name, { secret }]) => (secret ? `${name}_FILE` : name));
  return [...new Set(names)].sort();
}

/** The service's table names processes; the agent's says `agent`, or the package that reads the variable. */
function isPackage(readBy: Known['readBy']): boolean {
  return typeof readBy === 'string' && readBy !== 'agent';
}

function secrets(variables: readonly (readonly [string, Known])[]): string[] {
  return variables
    .filter(([, { secret }]) => secret)
    .map(([name]) => name)
    .sort();
}
