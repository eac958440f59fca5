export { readExportLine } from './export-line.js';
export { ExportVerifier, type Verdict } from './export-verifier.js';
export { type CheckpointFile, type KeptCheckpoints, readCheckpoints } from './kept-checkpoints.js';
export { linesOf } from './lines-of.js';
