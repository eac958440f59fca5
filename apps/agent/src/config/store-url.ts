import { isLoopback } from '../http/loopback.js';
import type { EnvReader } from './env-reader.js';
import type { AgentVariableName } from './variables.js';

/**
 * Returns the store URL in a variable; null if it is unset. It may contain `{vaultName}`. Requires TLS unless the address is
 * on this machine, because values are sent there.
 */
export function readStoreUrl(env: EnvReader, name: AgentVariableName): string | null {
  const text = env.text(name);
  if (text === '') return null;
  const probe = text.replace('{vaultName}', 'name');
  const url = URL.canParse(probe) ? new URL(probe) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && !/[?#]/.test(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isPlain && isSafe) return text.replace(/\/+$/, '');
  env.fault(name, 'must be an https URL without credentials or a query (http is for loopback only)');
  return null;
}
