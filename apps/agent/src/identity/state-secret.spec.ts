import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { KubeApi } from '../kubernetes/kube-api.js';
import { FakeKubernetes } from '../kubernetes/testing/fake-kubernetes.js';
import type { AgentState } from './agent-state.js';
import { ONLY_ENTRY, StateSecret } from './state-secret.js';

const STATE: AgentState = {
  agentId: '01890000-0000-7000-8000-00000000a9e7',
  secret: SecretBytes.fromUtf8('CANARY-agent-secret'),
  privateKey: SecretBytes.fromUtf8('CANARY-private-key'),
  providerConnectionId: '01890000-0000-7000-8000-00000000c0ee',
  clusterName: 'east',
  secretIssuedAt: null,
  previousSecret: null,
  rotating: false,
};
const SECRETS = ['/api/v1', 'secrets', 'agents', 'one'] as const;

let cluster: FakeKubernetes;

beforeEach(async () => void (cluster = await new FakeKubernetes().start()));
afterEach(() => cluster.stop());

function store(token = cluster.token, entry = ONLY_ENTRY): StateSecret {
  const readToken = () => SecretBytes.fromUtf8(token);
  const api = new KubeApi({ url: cluster.url, readToken, readCa: () => null });
  return new StateSecret(api, { namespace: 'agents', name: 'one', entry });
}

function textOf(state: AgentState | null): string {
  return Buffer.from(state!.secret.reveal()).toString('utf8');
}

describe('state in a Kubernetes secret', () => {
  it('is kept in a new secret and found again', async () => {
    expect(await store().load()).toBeNull();
    await store().save(STATE);
    expect(cluster.get(...SECRETS)).toMatchObject({ kind: 'Secret', type: 'Opaque' });
    const state = await store().load();
    expect(state).toMatchObject({ agentId: STATE.agentId, clusterName: 'east' });
    expect(textOf(state)).toBe('CANARY-agent-secret');
  });

  it('is written into a prepared secret, keeping its other entries', async () => {
    cluster.denied.add('create secrets');
    const labels = { team: 'platform' };
    cluster.put(...SECRETS, { metadata: { labels }, data: { note: 'eA==' } });
    expect(await store().load()).toBeNull();
    await store().save(STATE);
    expect(cluster.get(...SECRETS)).toMatchObject({ metadata: { labels }, data: { note: 'eA==' } });
    expect(textOf(await store().load())).toBe('CANARY-agent-secret');
  });

  it('is checked by a dry run before a token is used', async () => {
    await store().assertWritable();
    expect(cluster.get(...SECRETS)).toBeUndefined();
    cluster.denied.add('create secrets');
    await expect(store().assertWritable()).rejects.toThrow('kubernetes_forbidden');
  });

  it('is never written over another replica’s', async () => {
    await store().save(STATE);
    const before = cluster.get(...SECRETS);
    await expect(store().save(STATE)).rejects.toThrow('this agent is enrolled');
    expect(cluster.get(...SECRETS)).toBe(before);
  });

  it('is written by one of two replicas that saw the same empty secret', async () => {
    cluster.put(...SECRETS, { data: {} });
    const saved = await Promise.allSettled([store().save(STATE), store().save(STATE)]);
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is one entry of many, needs no permission to create, and keeps concurrent writes of others', async () => {
    cluster.put(...SECRETS, { type: 'Opaque' });
    for (const denied of ['create secrets', 'list secrets', 'patch secrets']) cluster.denied.add(denied);
    const names = Array.from({ length: 20 }, (_, index) => `agent-${index}`);
    const stores = names.map((name) => store(cluster.token, name));
    const states = names.map((_, index) => ({
      ...STATE,
      agentId: STATE.agentId.replace(/..$/, String(10 + index)),
    }));
    await Promise.all(stores.map((each) => each.assertWritable()));
    await Promise.all(stores.map((each, index) => each.save(states[index]!)));
    const rotated = SecretBytes.fromUtf8('CANARY-rotated');
    await Promise.all(stores.map((each, index) => each.replace({ ...states[index]!, secret: rotated })));
    for (const [index, each] of stores.entries()) {
      const kept = await each.load();
      expect(kept!.agentId).toBe(states[index]!.agentId);
      expect(textOf(kept)).toBe('CANARY-rotated');
    }
    expect(Object.keys(cluster.get(...SECRETS)!.data).sort()).toEqual([...names].sort());
    expect(stores[3]!.location).toBe('the entry agent-3 of the secret agents/one');
  });

  it('can be stored under a name such as `constructor`', async () => {
    cluster.put(...SECRETS, { data: { note: 'eA==' } });
    const named = store(cluster.token, 'constructor');
    await named.assertWritable();
    await named.save(STATE);
    expect(textOf(await named.load())).toBe('CANARY-agent-secret');
  });

  it('does not overwrite an entry that another process has written', async () => {
    const [one, other] = [store(cluster.token, 'team-a'), store(cluster.token, 'team-a')];
    cluster.put(...SECRETS, { data: {} });
    const saved = await Promise.allSettled([one.save(STATE), other.save(STATE)]);
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [first, second] = ['first', 'second'].map((text) => ({
      ...STATE,
      secret: SecretBytes.fromUtf8(text),
    }));
    const replaced = await Promise.allSettled([one.replace(first!), other.replace(second!)]);
    expect(replaced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('reports what is wrong without repeating the content', async () => {
    await expect(store('another').load()).rejects.toThrow('kubernetes_unauthorized');
    cluster.put(...SECRETS, { data: { state: Buffer.from('{"agent_secret":"CANARY').toString('base64') } });
    const error = (await store()
      .load()
      .catch((caught: unknown) => caught)) as Error;
    expect(error.message).toBe('the secret agents/one is damaged: move it away and enroll again');
    expect(String(error.stack)).not.toContain('CANARY');
    await cluster.stop();
    await expect(store().load()).rejects.toThrow('kubernetes_unreachable');
    await cluster.start();
  });
});
