import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { calledOperations, callsIn } from './called-operations.js';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Operations that the console doesn't call, and why. A new operation must be used by a page, or be listed here with its
 * reason.
 */
const WITHOUT_A_CALL: Readonly<Record<string, string>> = {
  ...ofAll('the agents’ own', [
    'agents_enroll',
    'agentSession_self',
    'agentSession_heartbeat',
    'agentSession_registerPublicKey',
    'agentSession_rotateSecret',
    'agentJobs_claim',
    'agentJobs_complete',
    'agentValues_issueDek',
    'agentValues_post',
    'agentValues_take',
    'secretPages_report',
    'observations_record',
  ]),
  ...ofAll('for machines', [
    'oidcLogout_backchannel',
    'oidc_callback',
    'probes_health',
    'probes_ready',
    'probes_prometheus',
    'openapi_read',
  ]),
  cliSignIn_start: 'the command line’s own',
  cliSignIn_token: 'the command line’s own',
  workloadSignIn_login: 'a job signs in by it, with the command line or without',
  stepUpHandoff_open: 'the command line’s own',
  stepUpHandoff_collect: 'the command line’s own',
  oidc_start: 'the browser goes there by a link of the sign-in page',
  agents_mint: 'only by countersign api: it is for breaking glass',
  auditEvents_proof: 'the pages of the audit log prove by auditEvents_manyProofs, many at once',
  disclosures_list: 'the page of a secret lists its own',
};

describe('the operations of the interface', () => {
  const { paths } = JSON.parse(readFileSync(at('docs/api/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id }]) =>
      id === undefined ? [] : [{ id, call: `${method.toUpperCase()} ${path}` }],
    ),
  );
  const called = calledOperations(at('apps/console/src'));

  it('are each called somewhere in the console, or have a reason why not', () => {
    const missing = operations.filter(({ id, call }) => !called.has(call) && !(id in WITHOUT_A_CALL));
    expect(missing).toEqual([]);
  });

  it('have no reason where they are called, or where they are gone', () => {
    const idle = Object.keys(WITHOUT_A_CALL).filter((id) => {
      const operation = operations.find((each) => each.id === id);
      return operation === undefined || called.has(operation.call);
    });
    expect(idle).toEqual([]);
  });
});

describe('the calls of a source', () => {
  it('are found by a text, a constant, and what begins with one', () => {
    const source = `
      const LIST = '/a/{id}';
      api.GET('/b', {}); api.POST(LIST); openApi.PUT(\`\${LIST}/status\`, { body });
      other.get('/c'); api.GET(somewhere);`;
    expect(callsIn(source)).toEqual(['GET /b', 'POST /a/{id}', 'PUT /a/{id}/status']);
  });
});

function ofAll(reason: string, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}
