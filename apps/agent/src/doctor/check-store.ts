import type { AgentConfig } from '../config/agent-config.js';
import type { StoreSettings } from '../config/store-settings.js';
import { openStore } from '../drivers/driver-registry.js';
import type { DriverContext } from '../drivers/store-driver.js';
import { type NamedStore, type StoreAddress, storeAddress } from '../drivers/store-address.js';
import { StoreError, type StoreErrorCode } from '../drivers/store-error.js';
import { StoreSessions } from '../drivers/store-sessions.js';
import { systemPacing } from '../pacing.js';
import { checkAddress } from './check-address.js';
import type { Report } from './report.js';
import { adviceForStore } from './store-advice.js';

const ADDRESS = 'store: address';
const LOGIN = 'store: login';
const PERMISSION = 'store: permission';

const LOGIN_CODES = new Set<StoreErrorCode>(['store_credentials_missing', 'store_login_refused']);

/** Whether the store is reached, takes the agent's identity and lets it work, by the driver's own check. */
export async function checkStore(
  report: Report,
  config: AgentConfig,
  store: NamedStore | null,
  now: number,
): Promise<void> {
  if (!store) {
    const advice = 'Name one: doctor --store TYPE --scope JSON, both as in its connection.';
    report.skipped('store', 'no store was named', advice);
    return;
  }
  const allowed = checkBoundary(report, store, config.stores);
  if (!allowed) return;
  const address = { ...allowed, who: 'store', url: new URL(allowed.address.href) };
  const reached = await checkAddress(report, address, now);
  if (!reached) {
    for (const check of [LOGIN, PERMISSION]) report.skipped(check, 'the store was not reached');
    return;
  }
  const sessions = new StoreSessions();
  try {
    await checkByDriver(report, config, store, sessions);
  } finally {
    await sessions.end();
  }
}

/** Where the scope leads, if the agent may go there; nothing is sent before that. */
function checkBoundary(report: Report, store: NamedStore, settings: StoreSettings): StoreAddress | null {
  try {
    const found = storeAddress(store, settings);
    report.ok(ADDRESS, `${found.address.origin} is one that this agent may send its credentials to`);
    return found;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const detail = `the agent sends nothing there: ${error.code}`;
    report.failed(ADDRESS, detail, adviceForStore(error.code, store.type));
    return null;
  }
}

async function checkByDriver(
  report: Report,
  { stores }: AgentConfig,
  { type, scope }: NamedStore,
  sessions: StoreSessions,
): Promise<void> {
  const { signal } = new AbortController();
  try {
    const context = { scope, stores, pacing: systemPacing, signal, sessions };
    const driver = await openStore(type, context);
    if (type === 'vault') await checkVaultToken(report, context);
    await driver.check();
    if (type !== 'vault') report.ok(LOGIN, 'the store takes the agent’s identity');
    report.ok(PERMISSION, 'the agent may work with what the scope names');
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const refused = LOGIN_CODES.has(error.code);
    report.failed(
      refused ? LOGIN : PERMISSION,
      `the driver’s check failed: ${error.code}`,
      adviceForStore(error.code, type),
    );
    if (refused) report.skipped(PERMISSION, 'there is no login');
  }
}

/** Only here can a dead token be told from one that may not: the store answers 403 to both. */
async function checkVaultToken(report: Report, context: DriverContext): Promise<void> {
  const { lookUpToken } = await import('../drivers/vault/look-up-token.js');
  const { renewable, seconds } = await lookUpToken(context);
  const given = !context.stores.vault.login;
  if (seconds === 0) report.ok(LOGIN, 'the token holds, and never ends', 'Prefer one that ends, or a login.');
  else {
    const ends = given && (!renewable || seconds < 3600);
    const advice = ends
      ? 'The agent does not renew a token that it is handed: a sidecar must put a new one there.'
      : null;
    report.ok(LOGIN, `the token holds for ${seconds} s${renewable ? ', renewable' : ''}`, advice);
  }
}
