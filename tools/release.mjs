import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

// `npm run release [-- --out FOLDER]`: what a release consists of beside its images, from a tree without changes.
refuseChangedTree();
// What an earlier commit was compiled to is no part of this one.
rmSync(join(root, 'dist'), { recursive: true, force: true });
prepare();
process.chdir(root);
await import('../dist/tools/release/main.js');

/** A release is a commit, not what happened to lie about. */
function refuseChangedTree() {
  const status = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (status.status === 0 && status.stdout.trim() === '') return;
  process.stderr.write(status.status === 0 ? 'The tree has changes: commit them first.\n' : status.stderr);
  process.exit(1);
}
