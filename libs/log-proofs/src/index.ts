export { checkpointLines } from './checkpoint-lines.js';
export { consistencySteps } from './consistency-steps.js';
export { inclusionSides } from './inclusion-sides.js';
export { noteLines, type SignatureLine } from './note-lines.js';
export { ED25519, keyIdInput, verifierKeyParts } from './verifier-key-parts.js';
