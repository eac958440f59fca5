import type { AgentConfig } from '../config/agent-config.js';
import { AgentConfigError } from '../config/env-reader.js';
import type { NamedStore } from '../drivers/store-address.js';
import { checkAddress } from './check-address.js';
import { checkAnswer, checkCredentials } from './check-control-plane.js';
import { checkGitops } from './check-gitops.js';
import { checkIdentity } from './check-identity.js';
import { checkStore } from './check-store.js';
import type { DoctorConsent } from './check-vault-login.js';
import type { Report } from './report.js';

/** Runs all checks in the order in which the agent depends on them. @param now epoch milliseconds */
export async function examine(
  report: Report,
  parse: () => AgentConfig,
  store: NamedStore | null,
  now: () => number,
  consent: DoctorConsent = { logIn: false },
): Promise<void> {
  const config = checkConfig(report, parse);
  if (!config) return;
  const identity = await checkIdentity(report, config);
  const { apiUrl } = config;
  const address = { who: 'control plane', url: apiUrl, ca: null, caSetting: 'NODE_EXTRA_CA_CERTS' };
  const reached = (await checkAddress(report, address, now())) && (await checkAnswer(report, apiUrl, now));
  const known = reached && identity ? await checkCredentials(report, apiUrl, identity) : null;
  if (!reached || !identity) {
    const why = reached ? 'this agent has no identity' : 'the control plane was not reached';
    report.skipped('control plane: credentials', why);
  }
  await checkStore(report, config, store, now(), consent);
  await checkGitops(report, config.gitops, known?.gitopsEndpoints ?? null);
}

function checkConfig(report: Report, parse: () => AgentConfig): AgentConfig | null {
  try {
    const config = parse();
    report.ok('configuration', `cluster ${config.clusterName}, control plane ${config.apiUrl.host}`);
    return config;
  } catch (error) {
    if (!(error instanceof AgentConfigError)) throw error;
    for (const fault of error.faults) {
      report.failed('configuration', fault, 'Correct this variable; docs/agent.md lists all of them.');
    }
    report.skipped('everything else', 'it requires a valid configuration');
    return null;
  }
}
