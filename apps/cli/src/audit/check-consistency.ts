import { type Client, dataOf } from '#client';
import { type TreeHead, verifyConsistency } from '#libs/merkle-log';
import { CliError, EXIT } from '../exit.js';

/**
 * Compares the log with an earlier checkpoint that was kept here: the later tree must contain the earlier one unchanged.
 * @param headers of the call, if one is needed
 * @returns a sentence about it
 * @throws CliError (not verified) if the log was rewritten or rolled back, or is another one
 */
export async function checkConsistency(
  api: Client,
  before: TreeHead,
  now: TreeHead,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const grew = before.origin === now.origin && before.treeSize < now.treeSize;
  return compareHeads(before, now, grew ? await proofOf(api, before.treeSize, now.treeSize, headers) : []);
}

/** Compares two tree heads. @param proof that the later tree contains the earlier one, if it is larger */
export function compareHeads(before: TreeHead, now: TreeHead, proof: readonly Buffer[]): string {
  const [from, to] = [before.treeSize, now.treeSize];
  if (before.origin !== now.origin)
    throw new CliError(EXIT.notVerified, `The log was ${before.origin}, and is ${now.origin} now.`);
  if (from > to)
    throw new CliError(
      EXIT.notVerified,
      `The log has ${to} events and had ${from} when it was kept here: it was rolled back, unless another process of the service is behind.`,
    );
  if (!verifyConsistency({ from, to, fromRoot: before.rootHash, toRoot: now.rootHash, proof }))
    throw new CliError(
      EXIT.notVerified,
      `The log of ${to} events does not continue that of ${from} which was kept here: it was rewritten.`,
    );
  return from === to
    ? `tree ${to} is the one that was kept`
    : `tree ${to} grew from ${from} without a rewrite`;
}

async function proofOf(
  api: Client,
  from: number,
  to: number,
  headers: Readonly<Record<string, string>>,
): Promise<Buffer[]> {
  const params = { query: { from, to } };
  const { proof } = await dataOf(api.GET('/api/v1/audit-checkpoints/consistency', { params, headers }));
  return proof.map((hash) => Buffer.from(hash, 'base64'));
}
