import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root } from './prepare.mjs';

// `npm run release [-- --out FOLDER]`: what a release consists of beside its images, from a tree without changes.
//   countersign-<version>.tar.gz    what the images are made of, compiled
//   countersign-<version>.cdx.json  CycloneDX bill of materials of what runs in production
//   SHA256SUMS                      for both
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'release') } } });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `countersign-${version}`;
const SHIPPED = [
  'package.json',
  'package-lock.json',
  'LICENSE',
  'CHANGELOG.md',
  'deploy',
  'docs/api/openapi.json',
];
const COMPILED = [
  'dist/apps',
  'dist/libs',
  'dist/migrations',
  'dist/tools',
  'tools/migrate.mjs',
  'tools/prepare.mjs',
];

refuseChangedTree();
// What an earlier commit was compiled to is no part of this one.
rmSync(join(root, 'dist'), { recursive: true, force: true });
prepare();
mkdirSync(values.out, { recursive: true });
writeBillOfMaterials(join(values.out, `${name}.cdx.json`));
writeArchive(join(values.out, `${name}.tar.gz`));
writeChecksums();
process.stdout.write(`${values.out}: ${readdirSync(values.out).sort().join(', ')}\n`);

/** A release is a commit, not what happened to lie about. */
function refuseChangedTree() {
  if (run('git', ['status', '--porcelain']).trim() === '') return;
  process.stderr.write('The tree has changes: commit them first.\n');
  process.exit(1);
}

/**
 * npm's own --omit=dev leaves out what development needs as well; so the marked ones are taken out here, and with them
 * the optional ones, which the images do without.
 */
function writeBillOfMaterials(file) {
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  const options = [
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--loglevel=error',
  ];
  const bill = JSON.parse(run(npm[0], [...npm[1], 'sbom', ...options]));
  const shipped = bill.components.filter(
    ({ scope, properties }) => scope !== 'optional' && !properties?.some(isDevelopment),
  );
  const refs = new Set([bill.metadata.component['bom-ref'], ...shipped.map((each) => each['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const component = { ...bill.metadata.component, name: 'countersign' };
  const metadata = { ...bill.metadata, component };
  writeFileSync(
    file,
    `${JSON.stringify({ ...bill, metadata, components: shipped, dependencies }, null, 2)}\n`,
  );
}

function isDevelopment({ name, value }) {
  return name === 'cdx:npm:package:development' && value === 'true';
}

/** Sorted, without owners, times and whatever the umask was: one commit gives one archive. */
function writeArchive(file) {
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mtime=@0',
    '--mode=u=rwX,go=rX',
    '--exclude=*.spec.js*',
  ];
  run('tar', [...same, `--transform=s,^,${name}/,`, '-czf', file, ...SHIPPED, ...COMPILED]);
}

function writeChecksums() {
  const files = readdirSync(values.out).filter((file) => file.startsWith(name));
  const lines = files.sort().map((file) => `${sha256(join(values.out, file))}  ${file}\n`);
  writeFileSync(join(values.out, 'SHA256SUMS'), lines.join(''));
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (done.status === 0) return done.stdout;
  process.stderr.write(`${done.stderr ?? ''}failed: ${command} ${args.join(' ')}\n`);
  process.exit(1);
}
