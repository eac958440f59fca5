import { randomUUID } from 'node:crypto';
import { answerData, answerErrors, type KvAnswer } from './kv-answer.js';
import { type KvAuthMethod, listOf, type LoginGrant, secondsOf } from './kv-auth-method.js';

/** Settings of an AppRole role. */
export interface AppRole {
  roleId: string;
  grant: LoginGrant;
  /** Number of logins per secret id; 0 for no limit. */
  secretIdUses: number;
  /** Remaining uses of each secret id; Infinity for no limit. */
  readonly secretIds: Map<string, number>;
}

/** The auth method `approle`: roles, role ids, and secret ids with an optional use limit. */
export class KvAppRole implements KvAuthMethod {
  readonly type = 'approle';
  readonly #roles = new Map<string, AppRole>();

  put(name: string, role: AppRole): void {
    this.#roles.set(name, role);
  }

  login({ role_id: roleId, secret_id: secretId }: Record<string, unknown>): LoginGrant | KvAnswer {
    const role = [...this.#roles.values()].find((each) => each.roleId === roleId);
    const uses = role?.secretIds.get(String(secretId)) ?? 0;
    if (!role || uses === 0) return answerErrors(400, ['invalid role or secret ID']);
    role.secretIds.set(String(secretId), uses - 1);
    return role.grant;
  }

  administer(method: string, path: string, body: Record<string, unknown>): KvAnswer | null {
    const [, name = '', endpoint = ''] = /^role\/([^/]+)(?:\/(role-id|secret-id))?$/.exec(path) ?? [];
    if (name === '') return null;
    const role = this.#roles.get(name);
    if (endpoint === '') return method === 'GET' ? null : this.#write(name, role, body);
    if (!role) return answerErrors(404);
    if (endpoint === 'secret-id') return addSecretId(role);
    if (method !== 'GET') role.roleId = String(body.role_id);
    return method === 'GET' ? answerData({ role_id: role.roleId }) : { status: 204 };
  }

  #write(name: string, role: AppRole | undefined, body: Record<string, unknown>): KvAnswer {
    const grant: LoginGrant = {
      policies: ['default', ...listOf(body.token_policies)],
      ttlSeconds: secondsOf(body.token_ttl) || 3600,
      maxTtlSeconds: secondsOf(body.token_max_ttl),
      renewable: true,
      uses: Number(body.token_num_uses ?? 0),
    };
    const { roleId = randomUUID(), secretIds = new Map<string, number>() } = role ?? {};
    this.put(name, { roleId, grant, secretIdUses: Number(body.secret_id_num_uses ?? 0), secretIds });
    return { status: 204 };
  }
}

function addSecretId({ secretIds, secretIdUses }: AppRole): KvAnswer {
  const secretId = randomUUID();
  secretIds.set(secretId, secretIdUses === 0 ? Infinity : secretIdUses);
  const rest = { secret_id_accessor: randomUUID(), secret_id_ttl: 0, secret_id_num_uses: secretIdUses };
  return answerData({ secret_id: secretId, ...rest });
}
