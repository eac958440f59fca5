import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { exportAgentKeyPair, generateAgentKeyPair } from '#libs/agent-protocol';
import { ControlPlaneClient } from '../control-plane/control-plane-client.js';
import { KubeApi } from '../kubernetes/kube-api.js';
import { FakeKubernetes } from '../kubernetes/testing/fake-kubernetes.js';
import { FakeControlPlane, refusal } from '../testing/fake-control-plane.js';
import { ManualClock } from '../testing/manual-clock.js';
import { AgentCredentials } from './agent-credentials.js';
import { type AgentState, decodeState, StateError, type StateStore } from './agent-state.js';
import { SecretRotation } from './secret-rotation.js';
import { StateFile } from './state-file.js';
import { ONLY_ENTRY, StateSecret } from './state-secret.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const CRASH = new Error('the process is gone');

let api: FakeControlPlane;
let cluster: FakeKubernetes;
let folder: string;
let first: AgentState;
let keys: ReturnType<typeof generateAgentKeyPair>;

beforeEach(async () => {
  [api, cluster] = [await new FakeControlPlane().start(), await new FakeKubernetes().start()];
  folder = await mkdtemp(join(tmpdir(), 'rotation-'));
  keys = generateAgentKeyPair();
  first = {
    agentId: api.agentId,
    secret: SecretBytes.fromUtf8(api.secret),
    privateKey: exportAgentKeyPair(keys),
    providerConnectionId: '01890000-0000-7000-8000-00000000c0ee',
    clusterName: 'east',
    secretIssuedAt: new Date(NOW - 31 * DAY),
    previousSecret: null,
    rotating: false,
  };
});

afterEach(async () => {
  await Promise.all([api.stop(), cluster.stop()]);
  await rm(folder, { recursive: true });
});

const STORES: [string, () => StateStore][] = [
  ['a file', () => new StateFile(join(folder, 'state.json'))],
  [
    'a Kubernetes secret',
    () => {
      const readToken = () => SecretBytes.fromUtf8(cluster.token);
      const kube = new KubeApi({ url: cluster.url, readToken, readCa: () => null });
      return new StateSecret(kube, { namespace: 'agents', name: 'one', entry: ONLY_ENTRY });
    },
  ],
];

interface Process {
  rotation: SecretRotation;
  credentials: AgentCredentials;
  client: ControlPlaneClient;
  clock: ManualClock;
}

/** Returns a freshly started agent, which knows only what the store contains. */
async function start(store: StateStore, wallClock = () => NOW, maxAgeMs = 30 * DAY): Promise<Process> {
  const state = (await store.load())!;
  const credentials = new AgentCredentials(state.secret, state.previousSecret);
  const { agentId } = state;
  const client = new ControlPlaneClient(new URL(api.url), { agentId, credentials, keys, keyIsNew: false });
  const clock = new ManualClock();
  const rotation = new SecretRotation({ agentId, store, credentials, client, clock, maxAgeMs, wallClock });
  return { rotation, credentials, client, clock };
}

const { signal } = new AbortController();
const beat = ({ client }: Process): Promise<string> =>
  client.heartbeat([], signal).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );

/** Simulates a crash right before or after its nth write. */
class DyingStore implements StateStore {
  readonly location = 'the store';
  writes = 0;

  constructor(
    private readonly store: StateStore,
    private readonly at: number,
    private readonly when: 'before' | 'after',
  ) {}

  load(): Promise<AgentState | null> {
    return this.store.load();
  }

  assertWritable(): Promise<void> {
    return this.store.assertWritable();
  }

  save(state: AgentState): Promise<void> {
    return this.store.save(state);
  }

  async replace(state: AgentState): Promise<void> {
    this.writes += 1;
    if (this.writes === this.at && this.when === 'before') throw CRASH;
    await this.store.replace(state);
    if (this.writes === this.at) throw CRASH;
  }
}

describe.each(STORES)('rotating the secret of an agent whose state is in %s', (_, open) => {
  let store: StateStore;

  beforeEach(async () => {
    store = open();
    await store.save(first);
  });

  it('stores the new secret beside the old one, then alone', async () => {
    const agent = await start(store);
    expect(await agent.rotation.dueIn()).toBe(0);
    await agent.rotation.rotate(signal);
    const kept = (await store.load())!;
    expect([textOf(kept.secret), textOf(kept.previousSecret!)]).toEqual([api.issued[1], api.secret]);
    expect(kept).toMatchObject({ rotating: false, secretIssuedAt: new Date(NOW), clusterName: 'east' });
    expect(await beat(agent)).toBe('accepted');
    expect(api.seen.at(-1)!.headers['x-agent-secret']).toBe(api.issued[1]);
    expect(await agent.rotation.settle()).toBe(true);
    agent.clock.elapsed += 66_000;
    expect(await agent.rotation.settle()).toBe(false);
    expect((await store.load())!.previousSecret).toBeNull();
    expect((await agent.rotation.dueIn())! > 26 * DAY).toBe(true);
  });

  it.each([
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
  ] as const)('survives a crash at write %i, right %s it', async (at, when) => {
    const dying = await start(new DyingStore(store, at, when));
    await expect(dying.rotation.rotate(signal)).rejects.toBe(CRASH);
    const next = await start(store);
    expect(await beat(next)).toBe('accepted');
    if ((await next.rotation.dueIn()) === 0) await next.rotation.rotate(signal);
    api.endOverlap();
    expect(await beat(next)).toBe('accepted');
    expect(textOf((await store.load())!.secret)).toBe(api.issued.at(-1));
    const later = await start(store);
    expect(await beat(later)).toBe('accepted');
    expect(await later.rotation.dueIn()).not.toBe(0);
  });

  it('ignores the age if rotation is disabled, but completes a rotation that was started', async () => {
    const never = await start(store, () => NOW, 0);
    expect(await never.rotation.dueIn()).toBeNull();
    await store.replace({ ...first, rotating: true });
    expect(await (await start(store, () => NOW, 0)).rotation.dueIn()).toBe(0);
  });

  it('is not overwritten for another agent', async () => {
    const agent = await start(store);
    const stranger = { ...first, agentId: '01890000-0000-7000-8000-00000000ffff' };
    if (store instanceof StateSecret) {
      await expect(store.replace(stranger)).rejects.toBeInstanceOf(StateError);
      return;
    }
    await store.replace(stranger);
    await expect(agent.rotation.rotate(signal)).rejects.toBeInstanceOf(StateError);
    expect(api.requests(/rotate/)).toEqual([]);
  });
});

describe('rotating the secret of an agent', () => {
  const path = () => join(folder, 'state.json');
  const open = async (): Promise<StateFile> => {
    const store = new StateFile(path());
    await store.save(first);
    return store;
  };

  it('retries with the current secret if a response is lost', async () => {
    const store = await open();
    api.replace(/rotate-secret/, refusal(503, 'dependency_unavailable'), 2, true);
    const agent = await start(store);
    await agent.rotation.rotate(signal);
    expect(api.issued).toHaveLength(4);
    api.endOverlap();
    expect(await beat(agent)).toBe('accepted');
    expect(textOf((await store.load())!.secret)).toBe(api.issued.at(-1));
  });

  it.each([
    ['empty', ''],
    ['short', 'x'],
    ['no header', 'a-secret-with-a\nline-break'],
    ['no text of a header', 'a-secret-with-\u{1f511}-in-it'],
    ['endless', 'x'.repeat(100_000)],
  ])('keeps the current secret if the new one is %s', async (_, agent_secret) => {
    const store = await open();
    const agent = await start(store);
    const body = { agent_secret, previous_valid_until: new Date(NOW).toISOString() };
    api.replace(/rotate-secret/, { status: 200, body }, 5);
    await expect(agent.rotation.rotate(signal)).rejects.toMatchObject({
      code: 'control_plane_answer_unexpected',
    });
    expect(await beat(agent)).toBe('accepted');
    expect(await beat(await start(store))).toBe('accepted');
    expect(await (await start(store)).rotation.dueIn()).toBe(0);
  });

  it('falls back to the old secret, and rotates again, if a delayed request replaced the new one', async () => {
    const store = await open();
    const agent = await start(store);
    await agent.rotation.rotate(signal);
    // An earlier request that a proxy has delayed.
    const late = { 'x-agent-secret': api.secret };
    await fetch(`${api.url}/api/v1/agents/${api.agentId}/rotate-secret`, { method: 'POST', headers: late });
    expect(await beat(agent)).toBe('accepted');
    expect(await agent.rotation.dueIn()).toBe(0);
    await agent.rotation.rotate(signal);
    api.endOverlap();
    expect(await beat(agent)).toBe('accepted');
    expect(await beat(await start(store))).toBe('accepted');
  });

  it('doesn’t affect calls in progress: one that is refused is retried with the next secret', async () => {
    const agent = await start(await open());
    const held = agent.credentials.current;
    await agent.rotation.rotate(signal);
    expect(agent.credentials.refused(held)).toBe(true);
    expect(textOf(agent.credentials.current)).toBe(api.issued[1]);
  });

  it('requests nothing if the state can’t be written, and reports that', async () => {
    const store = await open();
    const agent = await start(store);
    const readOnly: StateStore = {
      location: store.location,
      load: () => store.load(),
      assertWritable: () => Promise.resolve(),
      save: (state) => store.save(state),
      replace: () => Promise.reject(new StateError('the state file cannot be written')),
    };
    const { client, credentials, clock } = agent;
    const parts = { agentId: api.agentId, client, credentials, clock, maxAgeMs: DAY, wallClock: () => NOW };
    const rotation = new SecretRotation({ ...parts, store: readOnly });
    await expect(rotation.rotate(signal)).rejects.toThrow('the state file cannot be written');
    expect(api.requests(/rotate/)).toEqual([]);
  });

  it('treats a state from before rotation as old', async () => {
    const store = await open();
    const text = JSON.parse(await readFile(path(), 'utf8')) as Record<string, unknown>;
    for (const member of ['secret_issued_at', 'previous_secret', 'rotating']) delete text[member];
    const old = decodeState(JSON.stringify(text), 'the state file');
    expect(old).toMatchObject({ secretIssuedAt: null, previousSecret: null, rotating: false });
    await store.replace(old);
    expect(await (await start(store)).rotation.dueIn()).toBe(0);
  });

  it('leaves one file with mode 0600 behind', async () => {
    const agent = await start(await open());
    await agent.rotation.rotate(signal);
    expect(await readdir(folder)).toEqual(['state.json']);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });
});

function textOf(secret: SecretBytes): string {
  return Buffer.from(secret.reveal()).toString('utf8');
}
