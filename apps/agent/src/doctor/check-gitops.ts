import type { GitopsSettings } from '../config/gitops-settings.js';
import { chooseEndpoint, type GitopsEndpoint } from '../gitops/gitops-endpoint.js';
import { listApplications } from '../gitops/list-applications.js';
import { KubeApi } from '../kubernetes/kube-api.js';
import { KubeError, type KubeErrorCode } from '../kubernetes/kube-error.js';
import type { Report } from './report.js';

const LIST = 'GitOps: applications';
const ENDPOINT = 'GitOps: endpoint';

/** Checks whether applications can be read, and to which endpoint they would be reported. */
export async function checkGitops(
  report: Report,
  settings: GitopsSettings | null,
  endpoints: GitopsEndpoint[] | null,
): Promise<void> {
  if (!settings) {
    report.skipped('GitOps', 'disabled (SVC_AGENT_GITOPS_ENABLED)');
    return;
  }
  await checkList(report, settings);
  if (!endpoints) {
    report.skipped(ENDPOINT, 'the control plane did not return the endpoints');
    return;
  }
  const endpoint = chooseEndpoint(endpoints, settings.baseUrl);
  if (endpoint) report.ok(ENDPOINT, `reports go to ${endpoint.baseUrl}`);
  else {
    const detail = `the control plane has ${endpoints.length} endpoints for this cluster, and not exactly one matches`;
    report.failed(
      ENDPOINT,
      detail,
      'Register the endpoint there, and name its base URL in SVC_AGENT_GITOPS_BASE_URL.',
    );
  }
}

async function checkList(report: Report, settings: GitopsSettings): Promise<void> {
  const api = new KubeApi(settings.kubernetes);
  const { signal } = new AbortController();
  try {
    let found = 0;
    for (const namespace of settings.namespaces ?? [null]) {
      for await (const page of listApplications(api, namespace, signal)) found += page.length;
    }
    report.ok(LIST, `${found} can be read in ${settings.namespaces?.join(', ') ?? 'all namespaces'}`);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    report.failed(LIST, `they cannot be read: ${error.code}`, ADVICE.get(error.code) ?? OTHERWISE);
  }
}

const OTHERWISE =
  'Check the connection to the Kubernetes API, and SVC_KUBERNETES_URL with its CA and token files.';

const ADVICE = new Map<KubeErrorCode, string>([
  ['kubernetes_forbidden', 'Give the service account list on applications.argoproj.io in these namespaces.'],
  ['kubernetes_not_found', 'Argo CD’s Application resource is not installed in this cluster.'],
  [
    'kubernetes_unauthorized',
    'The service account’s token is not accepted: check its file and its audience.',
  ],
  [
    'kubernetes_credentials_missing',
    'Mount the service account’s token, or name its file in SVC_KUBERNETES_TOKEN_FILE.',
  ],
]);
