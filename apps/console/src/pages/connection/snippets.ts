import type { ConnectionScope, ProviderType } from '#libs/connection-scope';

/** What is known of an agent that is to be installed. */
export interface Installation {
  readonly apiUrl: string;
  readonly agent: string;
  /** Empty where the agent belongs to none. */
  readonly cluster: string;
  readonly type: ProviderType;
  readonly scope: ConnectionScope;
}

/** What the SDKs of clouds read is one for all agents of a process: the chart takes it beside them. */
const OF_PROCESS = /^AZURE_/;
const SETTINGS_PAGE = 'docs/agent.md, "Settings of stores"';

/** Returns how the Helm chart `deploy/helm/countersign-agent` installs the agent. */
export function helmSnippet(of: Installation): string {
  const secret = `${of.agent}-enrollment`;
  const namespace = textOf(of.scope.namespace);
  const all = Object.entries({ ...storeSettings(of), ...kubernetesLogin(of) });
  const ofProcess = all.filter(([name]) => OF_PROCESS.test(name));
  const settings = all.filter(([name]) => !OF_PROCESS.test(name));
  return [
    'kubectl create namespace countersign-agents',
    `kubectl -n countersign-agents create secret generic ${secret} --from-file=token=/dev/stdin`,
    "cat > agent.yaml <<'END'",
    `# The agent's own identity at the store: ${SETTINGS_PAGE}`,
    `apiUrl: ${yaml(of.apiUrl)}`,
    `clusterName: ${yaml(of.cluster || 'main')}`,
    'agents:',
    `  - name: ${yaml(of.agent)}`,
    `    enrollmentSecret: ${yaml(secret)}`,
    ...(settings.length === 0 ? [] : ['    settings:']),
    ...settings.map(([name, value]) => `      ${name}: ${yaml(value)}`),
    ...(ofProcess.length === 0 ? [] : ['settings:']),
    ...ofProcess.map(([name, value]) => `  ${name}: ${yaml(value)}`),
    ...(of.type === 'orchestrator'
      ? ['orchestrator:', `  namespaces: [${yaml(namespace || 'default')}]`]
      : []),
    'END',
    'helm upgrade --install countersign-agent deploy/helm/countersign-agent -n countersign-agents -f agent.yaml',
    'kubectl -n countersign-agents rollout status deployment/countersign-agent',
  ].join('\n');
}

/** Returns how the units of `deploy/agent` run the agent. */
export function systemdSnippet(of: Installation): string {
  return [
    'sudo install -d -m 0700 /etc/countersign-agent',
    "sudo sh -c 'umask 077; cat > /etc/countersign-agent/enrollment-token'",
    "sudo sh -c 'umask 077; cat > /etc/countersign-agent/agent.env' <<'END'",
    `# The agent's own identity at the store: ${SETTINGS_PAGE}`,
    ...Object.entries(settingsOf(of)).map(([name, value]) => `${name}=${unitValue(value)}`),
    'END',
    'sudo cp /opt/countersign/deploy/agent/*.service /etc/systemd/system/ && sudo systemctl daemon-reload',
    'sudo systemctl start countersign-agent-enroll',
    'sudo rm /etc/countersign-agent/enrollment-token',
    'sudo systemctl enable --now countersign-agent',
  ].join('\n');
}

/** Returns how the image of `deploy/Dockerfile`, target `agent`, runs the agent. */
export function containerSnippet(of: Installation): string {
  const settings = { ...settingsOf(of), SVC_AGENT_STATE_FILE: '/var/lib/countersign/state.json' };
  return [
    "(umask 077; cat > agent.env) <<'END'",
    `# The agent's own identity at the store: ${SETTINGS_PAGE}`,
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    'END',
    'run() { docker run --read-only --env-file agent.env -v countersign-agent:/var/lib/countersign "$@"; }',
    `run --rm -i countersign-agent enroll --name ${of.agent}`,
    'run -d --restart on-failure --name countersign-agent countersign-agent run',
  ].join('\n');
}

function settingsOf(of: Installation): Record<string, string> {
  const own = { SVC_API_URL: of.apiUrl, SVC_CLUSTER_NAME: of.cluster || 'main' };
  return { ...own, ...storeSettings(of) };
}

/** Where the agent may send its credentials: what the control plane says alone is not enough for it. */
function storeSettings({ type, scope }: Installation): Record<string, string> {
  const endpoint = textOf(scope.endpoint);
  if (type === 'vault') return { VAULT_ADDR: textOf(scope.address) };
  if (type === 'cloud2-kv') return { AZURE_TOKEN_CREDENTIALS: 'prod' };
  return type === 'cloud1-sm' && endpoint !== '' ? { SVC_AGENT_STORE_ADDRESSES: originOf(endpoint) } : {};
}

/** In a cluster the pod's service account is the identity at Vault: there is no credential to store. */
function kubernetesLogin({ type, agent }: Installation): Record<string, string> {
  return type === 'vault' ? { VAULT_AUTH_METHOD: 'kubernetes', VAULT_ROLE: agent } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** JSON strings are YAML strings. */
function yaml(text: string): string {
  return JSON.stringify(text);
}

/** As `EnvironmentFile=` of systemd reads it. */
function unitValue(text: string): string {
  return `"${text.replace(/["\\$`]/g, '\\$&')}"`;
}
