import { answerErrors, type KvAnswer } from './kv-answer.js';
import type { KvAuthMethod, LoginGrant } from './kv-auth-method.js';

/** The auth method `kubernetes` with one role, which accepts one service account token. */
export class KvKubernetes implements KvAuthMethod {
  readonly type = 'kubernetes';

  constructor(
    private readonly account: { role: string; jwt: string },
    private readonly grant: LoginGrant,
  ) {}

  login({ jwt, role }: Record<string, unknown>): LoginGrant | KvAnswer {
    if (role !== this.account.role) return answerErrors(400, [`invalid role name "${String(role)}"`]);
    return jwt === this.account.jwt ? this.grant : answerErrors(403, ['permission denied']);
  }

  administer(): null {
    return null;
  }
}
