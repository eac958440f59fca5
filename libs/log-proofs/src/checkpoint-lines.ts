/** The text of a checkpoint, parsed. */
export interface CheckpointLines {
  /** The permanent name of the log. */
  readonly origin: string;
  readonly treeSize: number;
  /** 32 bytes in base64; the caller checks that the encoding is canonical. */
  readonly rootHash: string;
}

const CHECKPOINT = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n((?:[^\n]+\n)*)$/;

/** Parses the text of a checkpoint (C2SP tlog-checkpoint), ignoring extension lines; null for anything else. */
export function checkpointLines(text: string): CheckpointLines | null {
  const match = CHECKPOINT.exec(text);
  if (!match) return null;
  const [origin, size, rootHash] = match.slice(1) as [string, string, string];
  return Number.isSafeInteger(Number(size)) ? { origin, treeSize: Number(size), rootHash } : null;
}
