import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkpointText, hashLeaf, hashNode, leafBytes, noteSigner, verifyInclusion } from '#libs/merkle-log';
import { verifierKey } from '../../libs/merkle-log/src/signed-note.js';
import { checkEvents, matchesLeaf, type SharedProofs } from '../../apps/console/src/proof/check-events.js';
import { checkConsistency } from '../../apps/console/src/proof/check-consistency.js';
import { inclusionAnswers } from '../../apps/console/src/proof/inclusion-answers.js';
import {
  parseVerifierKey,
  type VerifierKey,
  verifierKeyText,
} from '../../apps/console/src/proof/verifier-key.js';
import { readInclusionAnswers } from '../verify/read-inclusion-answers.js';

const ORIGIN = 'log.example.test';
const signer = noteSigner(ORIGIN, new Uint8Array(32).fill(7));
const event = (id: string) => ({
  ...{ id, actor: 'user:a', action: 'request.approve', resource: 'request:b', status: 'success' },
  ...{ metadata: { comment: 'Zoë', keys: ['A', 'B'] }, correlation_id: null },
  occurred_at: '2026-11-21T07:00:00.123456Z',
});
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const leaves = ['one', 'two', 'three'].map((id) => leafBytes(event(id)));
const [one, two, three] = leaves.map(hashLeaf) as [Uint8Array, Uint8Array, Uint8Array];
const rootHash = hashNode(hashNode(one, two), three);
let key: VerifierKey;
let answer: SharedProofs;

beforeAll(async () => {
  key = (await parseVerifierKey(verifierKey(signer)))!;
  answer = {
    checkpoint: signer.sign(checkpointText({ origin: ORIGIN, treeSize: 3, rootHash })),
    nodes: [one, three, hashNode(one, two)].map(base64),
    events: [
      { event_id: 'two', leaf_index: 1, leaf: base64(leaves[1]!), path: [0, 1] },
      { event_id: 'three', leaf_index: 2, leaf: base64(leaves[2]!), path: [2] },
    ],
  };
});

describe('proofs that the browser computes', () => {
  it('reads and writes verifier keys as the service does', async () => {
    expect(await verifierKeyText(key)).toBe(verifierKey(signer));
    expect(await parseVerifierKey(verifierKey(signer).replace('+', '+0'))).toBeNull();
    expect(await parseVerifierKey('nonsense')).toBeNull();
  });

  it('proves what the service’s own code has sealed', async () => {
    const { head, events } = await checkEvents(answer, key);
    expect(head).toMatchObject({ origin: ORIGIN, treeSize: 3 });
    expect(events.get('two')).toMatchObject({ proved: true, leafIndex: 1 });
    expect(events.get('two')!.path.map(({ left }) => left)).toEqual([true, false]);
    expect(events.get('three')).toMatchObject({ proved: true });
  });

  it.each<[string, (from: SharedProofs) => SharedProofs]>([
    ['another leaf', (from) => changed(from, { leaf: base64(leaves[0]!) })],
    ['another place', (from) => changed(from, { leaf_index: 0 })],
    ['a hash less', (from) => changed(from, { path: [0] })],
    ['a hash more', (from) => changed(from, { path: [0, 1, 1] })],
    ['a hash that is not there', (from) => changed(from, { path: [0, 9] })],
    ['another id', (from) => changed(from, { event_id: 'one' })],
    ['another size', (from) => ({ ...from, checkpoint: from.checkpoint!.replace('\n3\n', '\n4\n') })],
    ['no checkpoint', (from) => ({ ...from, checkpoint: null })],
  ])('refuses %s', async (_, change) => {
    const { events } = await checkEvents(change(answer), key);
    expect([...events.values()][0]).toMatchObject({ proved: false });
  });

  it('refuses the signature of another key', async () => {
    const other = (await parseVerifierKey(verifierKey(noteSigner(ORIGIN, new Uint8Array(32).fill(8)))))!;
    expect(await checkEvents(answer, other)).toMatchObject({ head: null });
  });

  it('are saved each by itself, as countersign-verify reads them', () => {
    const saved = readInclusionAnswers(JSON.stringify(inclusionAnswers(answer)))!;
    const head = { treeSize: 3, rootHash };
    for (const { leaf, leafIndex, proof, checkpoint } of saved) {
      expect(verifyInclusion({ ...head, leafHash: hashLeaf(leaf), leafIndex, proof })).toBe(true);
      expect(checkpoint).toBe(answer.checkpoint);
    }
    expect(saved.map(({ leafIndex }) => leafIndex)).toEqual([1, 2]);
    expect(inclusionAnswers({ ...answer, checkpoint: null })).toEqual([]);
  });

  it('compares a row with its leaf, member by member', async () => {
    const leaf = (await checkEvents(answer, key)).events.get('two')!.leaf!;
    const row = { ...event('two'), occurred_at_exact: event('two').occurred_at, leaf_index: 1 };
    expect(matchesLeaf(row, leaf)).toBe(true);
    expect(matchesLeaf({ ...row, actor: 'user:b' }, leaf)).toBe(false);
    expect(matchesLeaf({ ...row, metadata: { comment: 'Zoë', keys: ['A'] } }, leaf)).toBe(false);
  });
});

function changed(from: SharedProofs, with_: Partial<SharedProofs['events'][number]>): SharedProofs {
  return { ...from, events: [{ ...from.events[0]!, ...with_ }] };
}

describe('a log that this browser has seen before', () => {
  const bytes = (hash: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(hash);
  const [rootOfOne, rootOfTwo, rootOfThree] = [one, hashNode(one, two), rootHash].map(bytes);
  const head = (treeSize: number, root = rootOfThree!, origin = ORIGIN) => ({
    origin,
    treeSize,
    rootHash: root,
  });
  const proofs: Record<number, Uint8Array[]> = { 1: [two, three], 2: [three] };

  it.each([
    ['grown by two', head(1, rootOfOne), head(3), proofs[1]!, 'grown'],
    ['grown by one', head(2, rootOfTwo), head(3), proofs[2]!, 'grown'],
    ['grown from nothing', head(0), head(3), [], 'grown'],
    ['the same', head(3), head(3), [], 'same'],
    ['of the same size with another root', head(3, rootOfTwo), head(3), [], 'rewritten'],
    ['another before', head(2, rootOfOne), head(3), proofs[2]!, 'rewritten'],
    ['another after', head(2, rootOfTwo), head(3, rootOfOne), proofs[2]!, 'rewritten'],
    ['a proof too short', head(1, rootOfOne), head(3), [two], 'rewritten'],
    ['a proof too long', head(2, rootOfTwo), head(3), [three, three], 'rewritten'],
    ['no proof', head(2, rootOfTwo), head(3), [], 'rewritten'],
    ['smaller', head(3), head(2, rootOfTwo), [], 'rolled-back'],
    ['of another name', head(2, rootOfTwo, 'other.test'), head(3), proofs[2]!, 'another-log'],
  ])('is compared with what was seen: %s', async (_, before, now, proof, expected) => {
    expect(await checkConsistency(before, now, async () => proof.map(base64))).toBe(expected);
  });

  it('counts as rewritten where the proof is no base64', async () => {
    expect(await checkConsistency(head(2, rootOfTwo), head(3), async () => ['?'])).toBe('rewritten');
  });
});
