export { ExportVerifier, type Verdict } from './export-verifier.js';
export { readCheckpoints } from './kept-checkpoints.js';
export { linesOf } from './lines-of.js';
