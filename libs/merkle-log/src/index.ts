export { leafBytes, type SealedEvent } from './audit-leaf.js';
export type { Json } from './canonical-json.js';
export { checkpointText, parseCheckpoint, type TreeHead } from './checkpoint.js';
export { Frontier } from './frontier.js';
export { hashLeaf, hashNode, sameHash } from './merkle-hash.js';
export { consistencyRanges, inclusionRanges } from './proof-ranges.js';
export { rangeHash } from './range-hash.js';
export {
  type NoteSigner,
  noteSigner,
  type NoteVerifier,
  openNote,
  parseVerifierKey,
  verifierKey,
} from './signed-note.js';
export { type LeafRange, type Subtree, subtreesOf } from './subtree.js';
export { verifyConsistency } from './verify-consistency.js';
export { verifyInclusion } from './verify-inclusion.js';
