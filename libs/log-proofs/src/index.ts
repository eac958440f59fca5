export { type CheckpointLines, checkpointLines } from './checkpoint-lines.js';
export { consistencySteps, type ConsistencySteps } from './consistency-steps.js';
export { inclusionSides } from './inclusion-sides.js';
export { noteLines, type NoteLines, type SignatureLine } from './note-lines.js';
export { ED25519, keyIdInput, type VerifierKeyParts, verifierKeyParts } from './verifier-key-parts.js';
