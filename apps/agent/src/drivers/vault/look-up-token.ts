import { storeAddress } from '../store-address.js';
import type { DriverContext } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { parseKvData } from './kv-answer.js';
import { askVault, vaultTrouble } from './vault-exchange.js';
import { vaultCredentials } from './vault-login.js';

/**
 * What is left of the agent's token: seconds (0 for ever), and whether it can be renewed.
 * @throws StoreError store_login_refused when the store doesn't know it
 */
export async function lookUpToken(context: DriverContext): Promise<{ seconds: number; renewable: boolean }> {
  const { vault } = context.stores;
  const { address } = storeAddress({ type: 'vault', scope: context.scope }, context.stores);
  const token = await vaultCredentials(address, context).token();
  const place = { address, namespace: vault.login?.namespace ?? '', ca: vault.ca };
  const request = { method: 'GET', path: 'auth/token/lookup-self', token } as const;
  const answer = await askVault(place, { ...request, signal: context.signal });
  if (answer.status === 403) throw new StoreError('store_login_refused');
  if (answer.status !== 200) throw vaultTrouble(answer);
  const data = parseKvData({ found: true, text: answer.text });
  if (typeof data?.ttl !== 'number') throw new StoreError('store_answer_unexpected');
  return { seconds: data.ttl, renewable: data.renewable === true };
}
