import type { KvAnswer } from './kv-answer.js';
import type { TokenTerms } from './kv-tokens.js';

/** A successful login: the token to issue, whose namespace and path are the method's. */
export type LoginGrant = Omit<TokenTerms, 'namespace' | 'path'>;

/** An auth method, independent of its mount path. */
export interface KvAuthMethod {
  readonly type: string;
  /** Returns the token to issue, or an error. */
  login(body: Record<string, unknown>): LoginGrant | KvAnswer;
  /** Handles its administration at a path below the mount; null for an unknown path. */
  administer(method: string, path: string, body: Record<string, unknown>): KvAnswer | null;
}

export function isRefusal(result: LoginGrant | KvAnswer): result is KvAnswer {
  return 'status' in result;
}

/** Returns the whole seconds of a duration in the protocol's form: `90`, `"90"`, `"90s"`, `"5m"`, `"1h"`; 0 for none. */
export function secondsOf(duration: unknown): number {
  const match = /^(\d+)([smh]?)$/.exec(textOf(duration));
  return match ? Number(match[1]) * { '': 1, s: 1, m: 60, h: 3600 }[match[2] as '' | 's' | 'm' | 'h'] : 0;
}

/** Returns a list in the protocol's form: an array of texts, or one comma-separated text. */
export function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value.map(textOf) : textOf(value).split(',');
  return list.map((each) => each.trim()).filter((each) => each !== '');
}

/** Returns a text or number as text; '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
