import { isLoopback } from '../http/loopback.js';
import type { EnvReader } from './env-reader.js';
import type { AgentVariableName } from './variables.js';

/**
 * Returns the address of a store that a variable names, null where it is unset. `{vaultName}` may stand in it.
 *
 * Values travel to these addresses, so TLS must protect them wherever they leave this machine.
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
