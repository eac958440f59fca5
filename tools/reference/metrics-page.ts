import type { Registry } from 'prom-client';
import { ProcessMetrics } from '../../apps/agent/src/runtime/process-metrics.js';
import { code, markdownTable } from './markdown-table.js';
import { type RegisteredMetric, registeredMetrics } from './metric-registrations.js';

/** The processes with the metrics of each folder; test/deploy compares this with running processes. */
const SHOWN_BY: readonly (readonly [folder: string, processes: readonly ('api' | 'worker')[]])[] = [
  ['apps/api/', ['api']],
  ['apps/worker/', ['worker']],
  ['libs/agents/', ['api']],
  ['libs/audit/', ['worker']],
  ['libs/database/', ['api', 'worker']],
  ['libs/jobs/', ['api']],
  ['libs/kms/', ['api']],
  ['libs/policies/', ['api']],
  ['libs/providers/', ['api']],
  ['libs/scheduler/', ['worker']],
];

type Shown = Omit<RegisteredMetric, 'file'>;

const HEAD = ['Metric', 'Type', 'Labels', 'Meaning'];

const INTRODUCTION = `# Metrics

In the Prometheus text format, at \`/metrics\` of each process: of the api at \`API_ADDR\`, or at \`SVC_METRICS_ADDR\` alone where
that is set; of the worker at \`WORKER_ADDR\`; of an agent at \`SVC_AGENT_HEALTH_ADDR\` and, where it is set, at
\`SVC_AGENT_METRICS_ADDR\`. No label names a person, project, secret or request. A histogram has \`_bucket\`, \`_sum\` and
\`_count\`. Alert rules and a dashboard come with the project: see [operations.md](../operations.md#alerts).`;

const DEFAULTS = `## Every process

What the library (prom-client) shows of a Node.js process, in each of the three.`;

/** Returns docs/reference/metrics.md. @param root of the source */
export async function metricsPage(root: string): Promise<string> {
  const registered = registeredMetrics(root);
  const shown = (process: 'api' | 'worker'): Shown[] =>
    registered.filter(({ file }) => processesOf(file).includes(process));
  const agent = await metricsIn(new ProcessMetrics([]).registry);
  const own = agent.filter(({ name }) => name.startsWith('svc_agent_'));
  const rest = agent.filter((metric) => !own.includes(metric));
  const sections = [
    ['## api', shown('api')],
    ['## worker', shown('worker')],
    ['## agent', own],
    [DEFAULTS, rest],
  ] as const;
  return [INTRODUCTION, ...sections.map(([title, metrics]) => `${title}\n\n${table(metrics)}`)].join('\n\n');
}

/** @throws Error for a file of an unlisted folder */
function processesOf(file: string): readonly string[] {
  const [, processes] = SHOWN_BY.find(([folder]) => file.startsWith(folder)) ?? [];
  if (!processes) throw new Error(`${file} registers a metric: say in SHOWN_BY which processes show it`);
  return processes;
}

async function metricsIn(registry: Registry): Promise<Shown[]> {
  const described = await registry.getMetricsAsJSON();
  return described.map(({ name, help, type }) => {
    // prom-client stores label names on the metric, but omits them from its types.
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: readonly string[] };
    return { name, help, type: String(type) as Shown['type'], labels: labelNames };
  });
}

function table(metrics: readonly Shown[]): string {
  const sorted = [...metrics].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = sorted.map(({ name, type, labels, help }) => [
    ...[code(name), type, labels.map(code).join(', '), help.replace(/\.?$/, '.')],
  ]);
  return markdownTable(HEAD, rows);
}
