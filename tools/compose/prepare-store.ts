import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const POLICY = `path "secret/data/*" { capabilities = ["read", "create", "update", "patch"] }
path "secret/metadata/*" { capabilities = ["read", "list"] }`;
const ROLE = 'auth/approle/role/countersign-agent';

/** Creates the agent's AppRole at the key-value store, and writes its credentials to `folder`. */
export async function prepareStore(address: string, token: string, folder: string): Promise<void> {
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer | null> => {
    const response = await fetch(`${address}/v1/${path}`, {
      method,
      headers: { 'x-vault-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The store refused ${method} ${path}: ${response.status}`);
    return text === '' ? null : (JSON.parse(text) as { data: Answer }).data;
  };
  await call('PUT', 'sys/policies/acl/countersign-agent', { policy: POLICY });
  const methods = await call<Record<string, unknown>>('GET', 'sys/auth');
  if (!methods?.['approle/']) await call('POST', 'sys/auth/approle', { type: 'approle' });
  await call('POST', ROLE, { token_policies: 'countersign-agent', token_ttl: '20m', token_max_ttl: '24h' });
  const role = await call<{ role_id: string }>('GET', `${ROLE}/role-id`);
  const secret = await call<{ secret_id: string }>('POST', `${ROLE}/secret-id`);
  for (const [name, text] of Object.entries({ 'role-id': role!.role_id, 'secret-id': secret!.secret_id })) {
    rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, name), text, { mode: 0o444 });
  }
}
