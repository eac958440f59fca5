import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { FakeControlPlane } from '../testing/fake-control-plane.js';
import { RunningAgent } from '../testing/running-agent.js';
import { AgentMetrics } from '../runtime/agent-metrics.js';
import { ProcessMetrics } from '../runtime/process-metrics.js';
import { parseVaultScope } from '../drivers/vault/vault-scope.js';
import { parseJob } from './job.js';

const CANARY = 'CANARY-8c41-value';
const SLASHES = `${'/'.repeat(900_000)}x`;

let api: FakeControlPlane;
let agent: RunningAgent;

beforeEach(async () => {
  api = await new FakeControlPlane().start();
  agent = new RunningAgent(api, {});
});

afterEach(async () => {
  await agent.stop();
  await api.stop();
});

const job = (over: object) => ({ id: randomUUID(), kind: 'read', attempt: 1, ...over });

describe('a response of a malicious control plane', () => {
  it.each([
    ['id', { id: CANARY }],
    ['id that leads elsewhere in a path', { id: '..' }],
    ['correlation id', { correlation_id: CANARY }],
    ['wrap id', { wraps: [{ wrap_id: '..', key_name: 'k' }] }],
    ['text of any length', { secret_ref: 'x'.repeat(10_000) }],
  ])('is not accepted as a job: %s', (_, over) => {
    expect(() => parseJob(job(over))).toThrow('control_plane_answer_unexpected');
  });

  it('can’t inject a job kind into log or metrics', async () => {
    await expect(api.enqueue(job({ kind: CANARY, provider_connection: null }))).resolves.toMatchObject({
      status: 'failed',
    });
    await agent.stop();
    expect(agent.logLines.join('')).not.toContain(CANARY);
  });

  it('can’t create a metric label by an unknown code', async () => {
    const shown = new ProcessMetrics([]);
    const metrics = new AgentMetrics(shown, null);
    for (const code of ['made_up', 'permission_denied']) metrics.jobEnded('read', 'failed', 1, code);
    const text = await shown.registry.metrics();
    expect(text).toContain('svc_agent_job_failures_total{code="control_plane_refused"} 1');
    expect(text).toContain('svc_agent_job_failures_total{code="permission_denied"} 1');
    expect(text).not.toContain('made_up');
  });

  it('fails a job with more values than any request has, or with keys that none has', async () => {
    const wraps = Array.from({ length: 101 }, (_, at) => ({ wrap_id: randomUUID(), key_name: `k${at}` }));
    const connection = {
      id: randomUUID(),
      name: 'cluster',
      type: 'orchestrator',
      scope: {},
      auth_method: null,
    };
    const env = { SVC_KUBERNETES_URL: 'http://127.0.0.1:9' };
    await agent.stop();
    agent = new RunningAgent(api, env);
    const patch = (over: object) =>
      job({ kind: 'patch', provider_connection: connection, secret_ref: 'a/b', ...over });
    const wrap = (key_name: string) => ({ wrap_id: randomUUID(), key_name });
    for (const odd of [wraps, [wrap('k'), wrap('k')], [wrap('a"b')], [wrap('')]])
      await expect(api.enqueue(patch({ wraps: odd }))).resolves.toMatchObject({ error: 'job_malformed' });
    expect(api.requests(/GET .*\/wraps\//)).toEqual([]);
    const read = patch({ kind: 'read', keys: Array.from({ length: 50_000 }, () => 'k') });
    await expect(api.enqueue(read)).resolves.toMatchObject({ error: 'job_malformed' });
  });

  it('can’t waste CPU by long texts in a scope', () => {
    const scopes = [
      { address: `https://vault.example${SLASHES}`, kvMount: 'secret' },
      { address: 'https://vault.example', kvMount: SLASHES },
    ];
    for (const scope of scopes) expect(() => parseVaultScope(scope)).toThrow('scope_invalid');
  });
});
