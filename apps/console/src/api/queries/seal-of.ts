import { matchesLeaf } from '../../proof/check-events.js';
import type { Seal } from '../../ui/seal-badge.js';
import type { AuditEvent, EventProofs } from './audit.js';

/** Returns what the proof of one event came to. @param row what the list says of it, to be compared with its leaf */
export function sealOf(checked: EventProofs, row: Pick<AuditEvent, 'id'> & Partial<AuditEvent>): Seal {
  if (checked.notSealed.includes(row.id)) return 'unsealed';
  const event = checked.events.get(row.id);
  if (!event?.proved || event.leaf === null) return 'broken';
  const same = row.occurred_at_exact === undefined || matchesLeaf(row as AuditEvent, event.leaf);
  if (!same) return 'broken';
  return checked.pinned ? 'pinned' : 'served';
}
