import { newId } from '#libs/core';
import type { Call } from '../support/http-load.js';

/** What an agent reports of one secret. */
export interface FoundSecret {
  readonly ref: string;
  readonly keys: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly version: string;
}

const PAGE = 1000;

/** The n-th secret of a store as a walk finds it: by reference, a few keys and labels each. */
function foundSecret(n: number): FoundSecret {
  const app = `app-${String(Math.floor(n / 20)).padStart(5, '0')}`;
  return {
    ref: `team-${String(Math.floor(n / 2000)).padStart(3, '0')}/${app}/secret-${String(n).padStart(6, '0')}`,
    keys: ['host', 'password', 'username'],
    labels: { app, env: n % 2 === 0 ? 'dev' : 'prod', owner: `owner-${n % 50}` },
    version: String(1 + (n % 9)),
  };
}

export function foundSecrets(count: number): FoundSecret[] {
  return Array.from({ length: count }, (_, n) => foundSecret(n));
}

/** The calls in which an agent reports them, page by page. */
export function pageCalls(
  agent: { readonly id: string; readonly secret: string },
  jobId: string,
  secrets: readonly FoundSecret[],
): Call[] {
  const path = `/api/v1/agents/${agent.id}/secrets/bulk`;
  const headers = { 'x-agent-secret': agent.secret };
  return Array.from({ length: Math.ceil(secrets.length / PAGE) }, (_, page) => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify({ job_id: jobId, secrets: secrets.slice(page * PAGE, (page + 1) * PAGE) }),
  }));
}

/** The columns that COPY is given of the same rows; the rest have defaults, as in our own statement. */
export const COPIED_COLUMNS =
  'id, provider_connection_id, cluster_name, provider, ref, keys, labels, version';

/** The same rows in COPY's text format (nothing in them needs an escape but JSON's quotes, which need none here). */
export function copyText(connectionId: string, secrets: readonly FoundSecret[]): Buffer {
  const lines = secrets.map(({ ref, keys, labels, version }) =>
    [
      newId(),
      connectionId,
      'main',
      'vault',
      ref,
      `{${keys.join(',')}}`,
      JSON.stringify(labels),
      version,
    ].join('\t'),
  );
  return Buffer.from(`${lines.join('\n')}\n`);
}
