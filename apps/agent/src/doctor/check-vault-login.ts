import { StoreError } from '../drivers/store-error.js';
import type { VaultAtAddress } from '../drivers/vault/look-up-token.js';
import type { AppRoleSettings } from '../drivers/vault/vault-login-settings.js';
import type { Report } from './report.js';

/** What doctor may do beyond read-only checks. */
export interface DoctorConsent {
  /** Whether to log in even if that consumes a use of a secret id. */
  logIn: boolean;
}

const LOGIN = 'store: login';
const ENDED_ADVICE =
  'If the running agent unwrapped it (agent status: ready, no failed login), its login is valid until it stops; the next start needs a new wrapping token. If it expired or is not a wrapping token, create one. If nobody of yours unwrapped it, treat the secret id as stolen.';
const SECRET_ID_PATH = /(^|\/)auth\/.+\/role\/[^/]+\/(custom-)?secret-id$/;

/**
 * Checks the agent's identity at a Vault without consuming it. Returns null if the following checks can use it; otherwise
 * why not.
 * @throws StoreError
 */
export async function checkVaultLogin(
  report: Report,
  store: VaultAtAddress,
  { logIn }: DoctorConsent,
): Promise<string | null> {
  const { login } = store.context.settings;
  const isAppRole = login?.method === 'approle';
  if (isAppRole && login.wrapped) return checkWrapping(report, store, login);
  if (isAppRole && !logIn) return checkSecretId(report, store, login);
  return checkToken(report, store);
}

async function checkWrapping(report: Report, store: VaultAtAddress, login: AppRoleSettings): Promise<string> {
  const { lookUpWrapping } = await import('../drivers/vault/look-up-token.js');
  const wrapping = textOfSecret(login);
  const found = await lookUpWrapping(store, wrapping).catch(nullOfEnded);
  if (found === null) {
    report.failed(
      LOGIN,
      'store_login_refused: the file contains no wrapping token that is still valid',
      ENDED_ADVICE,
    );
    return 'the login failed';
  }
  const { path, seconds } = found;
  const isSecretId = SECRET_ID_PATH.test(path);
  if (isSecretId) {
    const detail = `the secret id is wrapped for ${seconds} s more; it can be unwrapped once, so that is left to run`;
    report.skipped(LOGIN, detail, seconds < 60 ? 'Start the agent before that, or wrap a new one.' : null);
  } else {
    const advice =
      'Treat it as stolen: somebody may have unwrapped it and wrapped something else. Create a new secret id.';
    report.failed(LOGIN, 'the wrapped response is not a secret id of an AppRole', advice);
  }
  return 'it requires a login, which would unwrap the secret id';
}

/** @throws unless a wrapping was opened or has ended */
function nullOfEnded(error: unknown): null {
  if (error instanceof StoreError && error.code === 'store_login_refused') return null;
  throw error;
}

async function checkSecretId(report: Report, store: VaultAtAddress, login: AppRoleSettings): Promise<string> {
  const { requireLoginNamespace } = await import('../drivers/vault/look-up-token.js');
  textOfSecret(login);
  await requireLoginNamespace(store);
  const advice = 'Add --log-in to log in nevertheless; its token is revoked at once.';
  report.skipped(LOGIN, 'a login consumes a use of the secret id, which may be limited', advice);
  return 'it requires a login, which consumes a use of the secret id';
}

/** Only this call tells an expired token from one without permissions: the store responds with 403 to both. */
async function checkToken(report: Report, store: VaultAtAddress): Promise<string | null> {
  const { lookUpToken } = await import('../drivers/vault/look-up-token.js');
  const facts = await lookUpToken(store);
  if (!facts) {
    report.ok(LOGIN, 'the token is valid; its policies do not allow it to look up for how long');
    return null;
  }
  const { renewable, seconds, uses } = facts;
  const isGiven = !store.context.settings.login;
  if (isGiven && uses !== null) {
    const advice = 'Use a token without a limit of uses, or a login: each job makes several requests.';
    report.ok(LOGIN, `the token is valid for ${uses} more requests`, advice);
    return `it would consume some of the ${uses} requests that the token has left`;
  }
  if (seconds === 0)
    report.ok(LOGIN, 'the token is valid and never expires', 'Prefer one that expires, or a login.');
  else {
    const ends = isGiven && (!renewable || seconds < 3600);
    const advice = ends ? 'The agent does not renew this token: a sidecar must replace it.' : null;
    report.ok(LOGIN, `the token is valid for ${seconds} s${renewable ? ', renewable' : ''}`, advice);
  }
  return null;
}

function textOfSecret(login: AppRoleSettings): string {
  const secret = login.readSecretId();
  if (!secret) throw new StoreError('store_credentials_missing');
  const text = Buffer.from(secret.reveal()).toString('utf8');
  secret.wipe();
  return text;
}
