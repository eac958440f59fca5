import { randomUUID } from 'node:crypto';
import { answerData, answerErrors, type KvAnswer } from './kv-answer.js';
import { listOf, secondsOf } from './kv-auth-method.js';
import type { KvLogins } from './kv-logins.js';
import type { PlacedRequest } from './kv-request.js';
import type { KvToken, KvTokens } from './kv-tokens.js';

/** Handles `auth/token/…`; null for an unsupported path. */
export function answerTokens(
  { body, namespace, path }: PlacedRequest,
  own: KvToken,
  tokens: KvTokens,
  logins: KvLogins,
): KvAnswer | null {
  switch (path) {
    case 'auth/token/lookup-self':
      return answerData(factsOf(own, tokens));
    case 'auth/token/renew-self':
      if (!own.renewable) return answerErrors(400, ['lease is not renewable']);
      tokens.renew(own);
      return logins.answerToken(own);
    case 'auth/token/revoke-self':
      tokens.revoke(own);
      return { status: 204 };
    case 'auth/token/create':
      return logins.answerToken(tokens.issue(termsOf(body, namespace)));
    default:
      return null;
  }
}

function termsOf(body: Record<string, unknown>, namespace: string) {
  const named = listOf(body.policies);
  return {
    policies: body.no_default_policy === true ? named : ['default', ...named],
    namespace,
    ttlSeconds: secondsOf(body.ttl) || 3600,
    maxTtlSeconds: secondsOf(body.explicit_max_ttl),
    renewable: body.renewable !== false,
    uses: Number(body.num_uses ?? 0),
    path: 'auth/token/create',
  };
}

function factsOf(token: KvToken, tokens: KvTokens): Record<string, unknown> {
  return {
    accessor: randomUUID(),
    display_name: 'token',
    namespace_path: token.namespace === '' ? '' : `${token.namespace}/`,
    num_uses: token.uses === 0 ? 0 : token.usesLeft,
    path: token.path,
    policies: token.policies,
    renewable: token.renewable,
    ttl: tokens.secondsLeft(token),
    type: 'service',
  };
}
