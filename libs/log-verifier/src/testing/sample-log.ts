import { checkpointText, Frontier, hashLeaf, type Json, leafBytes, noteSigner } from '#libs/merkle-log';

export interface SampleEvent {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly resource: string | null;
  readonly status: string;
  readonly metadata: { readonly [name: string]: Json };
  readonly correlation_id: string | null;
  readonly occurred_at: string;
  readonly occurred_at_exact: string;
  readonly leaf_index: number | null;
}

export const SIGNER = noteSigner('countersign/audit/sample', Buffer.alloc(32, 3));

/**
 * Returns a log of that many events as exported by the service: seven seconds apart, and sealed not quite in the order of
 * their times, as transactions differ in duration.
 */
export function sampleEvents(count: number): SampleEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const place = n % 5 === 3 && n + 1 < count ? n + 1 : n % 5 === 4 ? n - 1 : n;
    const at = new Date(Date.UTC(2026, 10, 21) + place * 7000).toISOString();
    return {
      id: `0197a3c2-7d10-7c3a-9b1e-${n.toString(16).padStart(12, '0')}`,
      actor: `user:${n % 3}`,
      action: ['auth.login', 'request.submit', 'wrap.retrieve'][n % 3]!,
      resource: n % 4 === 0 ? null : `request:${n}`,
      status: n % 7 === 0 ? 'denied' : 'success',
      metadata: { key_names: ['password', `k${n}`], count: n },
      correlation_id: n % 2 === 0 ? null : `0197a3c2-9f44-7e0b-8a57-${n.toString(16).padStart(12, '0')}`,
      occurred_at: at,
      occurred_at_exact: at.replace('Z', '123Z'),
      leaf_index: n,
    };
  });
}

/** Returns the lines of an export, newest first. */
export function linesFor(events: readonly SampleEvent[]): string[] {
  const key = (event: SampleEvent): string => `${event.occurred_at_exact} ${event.id}`;
  return [...events].sort((a, b) => (key(a) < key(b) ? 1 : -1)).map((event) => JSON.stringify(event));
}

/** Returns a file of checkpoints of these sizes, signed over these events in the order of their leaves. */
export function checkpointsFor(events: readonly SampleEvent[], sizes: readonly number[]): string {
  const frontier = Frontier.empty();
  const lines: string[] = [];
  for (const event of events) {
    frontier.append(hashLeaf(leafBytes({ ...event, occurred_at: event.occurred_at_exact })));
    if (!sizes.includes(frontier.size)) continue;
    const text = checkpointText({ origin: SIGNER.name, treeSize: frontier.size, rootHash: frontier.root });
    lines.push(`${JSON.stringify({ checkpoint: SIGNER.sign(text), sealed_at: event.occurred_at })}\n`);
  }
  return lines.join('');
}
