import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  checkpointText,
  consistencyRanges,
  hashLeaf,
  inclusionRanges,
  leafBytes,
  type LeafRange,
  noteSigner,
  rangeHash,
} from '../../libs/merkle-log/src/index.js';
import { verifierKey } from '../../libs/merkle-log/src/signed-note.js';
import { hashNode } from '../../libs/merkle-log/src/merkle-hash.js';
import { CommandLine, type Ended } from './command-line.js';
import { type JsonService, startJsonService } from './json-service.js';

/** More than one call proves, over more than the span at whose ends nothing is told. */
const EVENTS = 150;
const GONE = 75;
const START = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;
const signer = noteSigner('log.example/audit', Buffer.alloc(32, 7));
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

type Event = ReturnType<typeof eventAt>;
function eventAt(minute: number) {
  const at = new Date(START + minute * MINUTE).toISOString();
  return {
    id: `01900000-0000-7000-8000-${String(minute).padStart(12, '0')}`,
    ...{ actor: 'user:1', action: 'team.create', resource: null, status: 'success', metadata: {} },
    ...{ correlation_id: null, occurred_at: at, occurred_at_exact: at.replace('Z', '000Z') },
    leaf_index: minute as number | null,
  };
}

/** A log of these events, signed by the service's own key. */
class SignedLog {
  private readonly leaves: Uint8Array[];
  private readonly hashes: Uint8Array[];

  constructor(readonly events: readonly Event[]) {
    this.leaves = events.map(({ occurred_at: _, occurred_at_exact, leaf_index: __, ...event }) =>
      leafBytes({ ...event, occurred_at: occurred_at_exact }),
    );
    this.hashes = this.leaves.map(hashLeaf);
  }

  checkpoint(size = this.events.length): string {
    const rootHash = this.hash({ start: 0, end: size });
    return signer.sign(checkpointText({ origin: signer.name, treeSize: size, rootHash }));
  }

  /** @param size of the tree that the proofs are of */
  proofs(ids: readonly string[], size = this.events.length) {
    const nodes: string[] = [];
    const found = this.events.filter(({ id }) => ids.includes(id));
    const events = found.map((event) => {
      const leaf_index = this.events.indexOf(event);
      const path = inclusionRanges(leaf_index, size).map((range) => nodes.push(base64(this.hash(range))) - 1);
      return { event_id: event.id, leaf_index, leaf: base64(this.leaves[leaf_index]!), path };
    });
    const head = { tree_size: size, root_hash: null, checkpoint: this.checkpoint(size) };
    return { ...head, nodes, events, not_found: [] as string[], not_sealed: [] as string[] };
  }

  consistency(from: number, to: number): string[] {
    return consistencyRanges(from, to).map((range) => base64(this.hash(range)));
  }

  private hash(range: LeafRange): Uint8Array {
    const hashOf = (level: number, position: number): Uint8Array =>
      level === 0
        ? this.hashes[position]!
        : hashNode(hashOf(level - 1, 2 * position), hashOf(level - 1, 2 * position + 1));
    return rangeHash(range, ({ level, position }) => hashOf(level, position));
  }
}

type Proofs = ReturnType<SignedLog['proofs']>;
interface Answers {
  readonly list: readonly Event[];
  readonly proofs: (ids: readonly string[]) => Proofs;
}

const log = new SignedLog(Array.from({ length: EVENTS }, (_, minute) => eventAt(minute)));
const remaining = log.events.filter((_, at) => at !== GONE);
const honest: Answers = { list: log.events, proofs: (ids) => log.proofs(ids) };

/** With an event that never happened in place of the one that is gone. */
const forged = { ...log.events[GONE]!, id: '01900000-0000-7000-8000-00000000ffff', actor: 'user:2' };
const replaced = log.events.map((event, at) => (at === GONE ? forged : event));

const LIES: [string, Answers, string][] = [
  ['leaves an event out', { ...honest, list: remaining }, `leaf ${GONE} is missing`],
  [
    'leaves one out, and numbers the later ones anew',
    { ...honest, list: remaining.map((event, at) => ({ ...event, leaf_index: at })) },
    `leaf ${GONE} is missing`,
  ],
  [
    'leaves one out, and moves its neighbours to the end of the span',
    {
      ...honest,
      list: remaining.map((event) =>
        Math.abs(event.leaf_index! - GONE) < 2 ? { ...event, occurred_at: eventAt(0).occurred_at } : event,
      ),
    },
    `leaf ${GONE} is missing`,
  ],
  [
    'replaces one, and says that it is not sealed yet',
    {
      list: replaced,
      proofs: (ids) => ({ ...log.proofs(ids), not_sealed: ids.filter((id) => id === forged.id) }),
    },
    'was never sealed, though later events were',
  ],
  [
    'proves some events by another log of its own',
    {
      list: replaced,
      proofs: (ids) =>
        ids.includes(forged.id) ? new SignedLog(replaced).proofs(ids, EVENTS - 1) : log.proofs(ids),
    },
    'was rewritten',
  ],
];

describe('audit verify, against a service that has the key of its log', () => {
  let service: JsonService;
  let line: CommandLine;
  let answers: Answers;

  beforeAll(async () => {
    service = await startJsonService(({ url = '' }, body) => answer(url, body));
    line = new CommandLine(service.url);
  });
  afterAll(() => {
    service?.stop();
    line?.remove();
  });

  function answer(url: string, body: string): unknown {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname.endsWith('/proofs')) return answers.proofs((JSON.parse(body) as { ids: string[] }).ids);
    if (pathname.endsWith('/users/me')) return { permissions: [{ permission: 'audit.read', scope: {} }] };
    const size = (name: string): number => Number(searchParams.get(name));
    if (pathname.endsWith('/consistency')) return { proof: log.consistency(size('from'), size('to')) };
    return answers.list.toReversed();
  }

  const verify = (): Promise<Ended> =>
    line.run(['audit', 'verify', '--since', new Date(START).toISOString(), '--key', verifierKey(signer)], {
      env: { COUNTERSIGN_TOKEN: 'abc' },
    });

  it('verifies an honest log, also while it grows', async () => {
    answers = honest;
    expect(await verify()).toMatchObject({ code: 0, stderr: '' });
    let size = EVENTS - 1;
    answers = { list: log.events.slice(0, -1), proofs: (ids) => log.proofs(ids, size++) };
    expect(await verify()).toMatchObject({ code: 0, stderr: '' });
    expect(size).toBe(EVENTS + 1);
  });

  it.each(LIES)('reveals that it %s', async (_, lies, fault) => {
    answers = lies;
    const { code, stdout, stderr } = await verify();
    expect([code, stdout, stderr]).toEqual([9, '', expect.stringContaining(fault)]);
  });
});
