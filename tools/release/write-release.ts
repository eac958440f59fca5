import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.js';
import { run } from './run.js';
import { SHIPPED_WORKSPACES } from './shipped-workspaces.js';
import type { Signer } from './signer.js';

/** What the images are made of, bundled, and how they are made and run. */
const SHIPPED = [
  'package.json',
  'package-lock.json',
  ...[...SHIPPED_WORKSPACES, 'packages/client'].map((folder) => `${folder}/package.json`),
  'LICENSE',
  'CHANGELOG.md',
  'deploy',
  'docs/api/openapi.json',
  'dist/console',
  'dist/images',
  'tools/migrate.mjs',
  'tools/prepare.mjs',
];

/** Reproducible: sorted, without owners, times and umask, also in gzip's header. */
const SAME = [
  '--use-compress-program=gzip -n',
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mtime=@0',
  '--mode=u=rwX,go=rX',
  '--exclude=*.spec.js*',
];

/**
 * Bundles the programs of the images and writes what a release consists of into a folder.
 *   countersign-<version>.tar.gz    what the images are made of, bundled
 *   countersign-<version>.cdx.json  CycloneDX bill of materials of what runs in production
 *   SHA256SUMS                      for both
 *   SHA256SUMS.sigstore.json        or .minisig: its signature, where there is a signer
 * All but the signature are the same bytes for the same commit, wherever and whenever they are made with one version of npm,
 * tar and gzip.
 *
 * @returns the names of these files
 */
export function writeRelease(out: string, signer: Signer | null): string[] {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const name = `countersign-${version}`;
  mkdirSync(out, { recursive: true });
  run(process.execPath, ['dist/tools/bundle/main.js', '--images', 'dist/images']);
  const [archive, bill] = [`${name}.tar.gz`, `${name}.cdx.json`];
  writeFileSync(join(out, bill), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  run('tar', [...SAME, `--transform=s,^,${name}/,`, '-cf', join(out, archive), ...SHIPPED]);
  const sums = [bill, archive].map((file) => `${sha256(join(out, file))}  ${file}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  const signature = signer === null ? [] : [basename(signer(join(out, 'SHA256SUMS')))];
  return ['SHA256SUMS', ...signature, bill, archive];
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
