/** A tree that a log vouches for. */
export interface TreeHead {
  /** The permanent name of the log. */
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: Uint8Array;
}

const CHECKPOINT = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n((?:[^\n]+\n)*)$/;

/** Returns the text of a checkpoint to sign: origin, size and base64 root, one per line (C2SP tlog-checkpoint). */
export function checkpointText({ origin, treeSize, rootHash }: TreeHead): string {
  return `${origin}\n${treeSize}\n${Buffer.from(rootHash).toString('base64')}\n`;
}

/** Parses such a text, ignoring extension lines after the third; null for anything else. */
export function parseCheckpoint(text: string): TreeHead | null {
  const match = CHECKPOINT.exec(text);
  if (!match) return null;
  const [origin, size, root] = match.slice(1) as [string, string, string];
  const rootHash = Buffer.from(root, 'base64');
  const isCanonical = rootHash.toString('base64') === root && Number.isSafeInteger(Number(size));
  return isCanonical ? { origin, treeSize: Number(size), rootHash } : null;
}
