import { copyFileSync, chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './run.js';

/** Marks where Node.js looks for an embedded program (its documentation, "Single executable applications"). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const POSTJECT = 'node_modules/postject/dist/cli.js';

/**
 * Creates a single executable: a copy of Node.js that runs one program.
 * @param folder of `main.cjs`; intermediate files are written beside it
 * @param node the Node.js to copy
 * @param here a Node.js of the same version that runs on this machine
 * @param out the executable
 */
export function writeExecutable(folder: string, node: string, here: string, out: string): void {
  // A relative path, because it becomes part of the executable, which must be reproducible.
  const config = { main: 'main.cjs', output: 'main.blob', disableExperimentalSEAWarning: true };
  writeFileSync(join(folder, 'sea.json'), JSON.stringify(config));
  run(resolve(here), ['--experimental-sea-config', 'sea.json'], '', folder);
  copyFileSync(node, out);
  chmodSync(out, 0o755);
  run(process.execPath, [POSTJECT, out, 'NODE_SEA_BLOB', join(folder, 'main.blob'), '--sentinel-fuse', FUSE]);
}
