import { type Client, dataOf } from '#client';
import type { NoteVerifier } from '#libs/merkle-log';
import { checkConsistency } from '../audit/check-consistency.js';
import { keptCheckpoint } from '../audit/kept-checkpoints.js';
import { headIn } from '../audit/log-key.js';
import { EXIT, failureOf } from '../exit.js';
import { whenOf } from '../output/time.js';
import { fail, type Finding, ok, warn } from './finding.js';

const CHECK = 'audit log';

/**
 * Checks that the audit log is signed by a trusted key and continues the last seen checkpoint.
 * @param verifiers empty if no key is known
 * @param kept folder of that checkpoint
 */
export async function checkAuditLog(
  api: Client,
  verifiers: readonly NoteVerifier[],
  kept: string | undefined,
): Promise<Finding> {
  if (verifiers.length === 0) return ok(CHECK, 'not checked: no trusted key is set (COUNTERSIGN_AUDIT_KEY)');
  try {
    const latest = await dataOf(api.GET('/api/v1/audit-checkpoints/latest'));
    const head = headIn(latest.checkpoint, verifiers);
    const signed = `${head.origin}, signed by a known key ${whenOf(latest.sealed_at)}`;
    if (kept === undefined)
      return ok(CHECK, `${signed}; tree ${head.treeSize}, compared with no kept checkpoint (--kept)`);
    const note = await keptCheckpoint(kept);
    if (note === null) return warn(CHECK, `${signed}; no checkpoint is kept in ${kept}`);
    return ok(CHECK, `${signed}; ${await checkConsistency(api, headIn(note, verifiers), head)}`);
  } catch (error) {
    const { exit, message } = failureOf(error);
    if (exit === EXIT.forbidden) return ok(CHECK, 'not checked: this requires audit.read');
    return exit === EXIT.notVerified ? fail(CHECK, message) : warn(CHECK, message);
  }
}
