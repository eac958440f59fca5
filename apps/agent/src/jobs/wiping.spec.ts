import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { ControlPlaneClient } from '../control-plane/control-plane-client.js';
import { type Job, parseJob } from '../control-plane/job.js';
import type { StoreDriver } from '../drivers/store-driver.js';
import { StoreError } from '../drivers/store-error.js';
import { AgentCredentials } from '../identity/agent-credentials.js';
import type { AgentIdentity } from '../identity/agent-identity.js';
import { FakeControlPlane, refusal } from '../testing/fake-control-plane.js';
import { ManualClock } from '../testing/manual-clock.js';
import { DiscoveryNotes } from '../drivers/discovery-notes.js';
import type { JobContext } from './job-context.js';
import { runPatchJob } from './patch-job.js';
import { runReadJob } from './read-job.js';

const WIPED = 'these secret bytes were wiped';

/** A store that keeps the objects that it returned and received. */
class RememberingStore {
  readonly values: SecretBytes[] = [];
  readonly seen: string[] = [];

  constructor(private readonly failure: StoreError | null = null) {}

  async read(_ref: string, keys: string[]): Promise<Map<string, SecretBytes>> {
    return new Map(keys.map((key) => [key, this.#keep(SecretBytes.fromUtf8(`value of ${key}`))]));
  }

  async patch(_ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void> {
    for (const value of values.values()) {
      this.seen.push(Buffer.from(this.#keep(value).reveal()).toString('utf8'));
    }
    if (this.failure) throw this.failure;
  }

  #keep(value: SecretBytes): SecretBytes {
    this.values.push(value);
    return value;
  }
}

let api: FakeControlPlane;
let identity: AgentIdentity;

beforeEach(async () => {
  api = await new FakeControlPlane().start();
  const keys = generateAgentKeyPair();
  const credentials = new AgentCredentials(SecretBytes.fromUtf8(api.secret));
  identity = { agentId: api.agentId, credentials, keys, keyIsNew: false };
  api.publicKey = keys.publicKeyBase64;
});

afterEach(() => api.stop());

function contextOf(store: RememberingStore, job: object): JobContext {
  const client = new ControlPlaneClient(new URL(api.url), identity);
  const { signal } = new AbortController();
  const rest = { correlation_id: randomUUID(), secret_ref: 'a', keys: ['k', 'l'], attempt: 1 };
  const claimed: Job = parseJob({ id: randomUUID(), kind: 'read', ...rest, ...job });
  const driver = store as unknown as StoreDriver;
  return {
    job: claimed,
    store: driver,
    client,
    identity,
    clock: new ManualClock(),
    notes: new DiscoveryNotes(),
    signal,
  };
}

function expectWiped(store: RememberingStore, count: number): void {
  expect(store.values).toHaveLength(count);
  for (const value of store.values) expect(() => value.reveal()).toThrow(WIPED);
}

describe('values', () => {
  it('are wiped once they are posted', async () => {
    const store = new RememberingStore();
    await runReadJob(contextOf(store, {}));
    expect([...api.posted.values()]).toEqual(['value of k', 'value of l']);
    expectWiped(store, 2);
  });

  it('are wiped when they could not be posted', async () => {
    const store = new RememberingStore();
    api.replace(/wraps$/, refusal(409, 'job_not_claimed'));
    await expect(runReadJob(contextOf(store, {}))).rejects.toMatchObject({ code: 'job_not_claimed' });
    expectWiped(store, 2);
  });

  const patch = (): object => {
    const wraps = ['one', 'two'].map((text) => ({ wrap_id: api.addWrap(Buffer.from(text)), key_name: text }));
    return { kind: 'patch', wraps };
  };

  it('are wiped once they are written', async () => {
    const store = new RememberingStore();
    await runPatchJob(contextOf(store, patch()));
    expect(store.seen).toEqual(['one', 'two']);
    expectWiped(store, 2);
  });

  it('are wiped when the store refuses them', async () => {
    const store = new RememberingStore(new StoreError('permission_denied'));
    await expect(runPatchJob(contextOf(store, patch()))).rejects.toMatchObject({ code: 'permission_denied' });
    expectWiped(store, 2);
  });
});
