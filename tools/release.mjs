import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

// `npm run release [-- --out FOLDER]`: writes a release's files (all but its images) from a clean tree.
refuseChangedTree();
// The output of an earlier commit's build must not be included.
rmSync(join(root, 'dist'), { recursive: true, force: true });
prepare();
process.chdir(root);
await import('../dist/tools/release/main.js');

/** A release is exactly one commit. */
function refuseChangedTree() {
  const status = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (status.status === 0 && status.stdout.trim() === '') return;
  process.stderr.write(
    status.status === 0 ? 'The working tree has uncommitted changes: commit them first.\n' : status.stderr,
  );
  process.exit(1);
}
