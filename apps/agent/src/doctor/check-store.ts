import type { AgentConfig } from '../config/agent-config.js';
import type { StoreSettings } from '../config/store-settings.js';
import { DiscoveryNotes } from '../drivers/discovery-notes.js';
import { openStore } from '../drivers/open-store.js';
import { type NamedStore, type StoreAddress, storeAddress } from '../drivers/store-address.js';
import type { StoreContext } from '../drivers/store-driver.js';
import { LOGIN_CODES, StoreError } from '../drivers/store-error.js';
import { StoreSessions } from '../drivers/store-sessions.js';
import { systemClock } from '../clock.js';
import { checkAddress } from './check-address.js';
import { checkVaultLogin, type DoctorConsent } from './check-vault-login.js';
import type { Report } from './report.js';
import { adviceForStore } from './store-advice.js';

const ADDRESS = 'store: address';
const LOGIN = 'store: login';
const PERMISSION = 'store: permission';
const NAMES = 'store: names';
const NAMES_ADVICE =
  'Discovery skips them. Keys take up to 256 letters, digits and . _ - /; a secret’s name takes no % and no control characters.';

/** Checks with the driver whether the store is reachable, accepts the agent's identity and grants what it needs. */
export async function checkStore(
  report: Report,
  config: AgentConfig,
  store: NamedStore | null,
  now: number,
  consent: DoctorConsent,
): Promise<void> {
  if (!store) {
    const advice = 'Name one: doctor --store TYPE --scope JSON, both as in its connection.';
    report.skipped('store', 'no store was named', advice);
    return;
  }
  const found = checkBoundary(report, store, config.stores);
  if (!found) return;
  const address = { ...found, who: 'store', url: new URL(found.address.href) };
  const reached = await checkAddress(report, address, now);
  if (!reached) {
    for (const check of [LOGIN, PERMISSION]) report.skipped(check, 'the store was not reached');
    return;
  }
  const sessions = new StoreSessions();
  try {
    await checkByDriver(report, config, found, { scope: store.scope, sessions }, consent);
  } finally {
    await sessions.end();
  }
}

/** Reports the address of the scope if the agent may connect to it; nothing is sent before that. */
function checkBoundary(report: Report, store: NamedStore, settings: StoreSettings): StoreAddress | null {
  try {
    const found = storeAddress(store, settings);
    report.ok(ADDRESS, `${found.address.origin} is an allowed address`);
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
  found: StoreAddress,
  store: Pick<StoreContext, 'scope' | 'sessions'>,
  consent: DoctorConsent,
): Promise<void> {
  const { signal } = new AbortController();
  const notes = new DiscoveryNotes();
  const { address, type } = found;
  try {
    const context = { ...store, clock: systemClock, signal };
    const driver = await openStore(found, { ...context, stores });
    const vault = { address, context: { ...context, settings: stores.vault } };
    const unchecked = type === 'vault' ? await checkVaultLogin(report, vault, consent) : null;
    if (unchecked !== null) {
      report.skipped(PERMISSION, unchecked);
      return;
    }
    await driver.check(notes);
    if (type !== 'vault') report.ok(LOGIN, 'the store accepts the agent’s identity');
    reportPermission(report, notes);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const refused = LOGIN_CODES.has(error.code);
    const requested = error.requested === null ? '' : ` (${error.requested})`;
    const detail = `the check failed: ${error.code}${requested}`;
    report.failed(refused ? LOGIN : PERMISSION, detail, adviceForStore(error.code, type));
    if (refused) report.skipped(PERMISSION, 'the login failed');
  }
}

/** Reports permissions after a successful check, including what a discovery would skip. */
function reportPermission(report: Report, { hasSkipped, refused, skipped }: DiscoveryNotes): void {
  const without =
    refused.size === 0
      ? null
      : `Discovery reports less without these permissions: ${[...refused].sort().join(', ')}.`;
  report.ok(PERMISSION, 'the agent may list the secrets of the scope', without);
  if (!hasSkipped) return;
  const detail = `${skipped.secrets} secrets and ${skipped.keys} keys have names that cannot be reported, among those checked`;
  report.ok(NAMES, detail, NAMES_ADVICE);
}
