import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.js';
import { runWherePossible } from './emulator.js';
import type { NodeBinary } from './node-binary.js';
import { run } from './run.js';
import { SHIPPED_WORKSPACES } from './shipped-workspaces.js';
import type { Signer } from './signer.js';
import { writeExecutable } from './write-executable.js';

/** The files from which the images are built and run. */
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

/** Folder in which the command line is written before it is packed. */
const CLI = 'dist/cli-release';
const OF_EXECUTABLE = ['LICENSE', 'LICENSES.txt', 'completions', 'countersign.1'];

/**
 * Bundles the programs of the images and the command line, and writes what a release consists of into a folder.
 *   countersign-<version>.tar.gz    what the images are made of, bundled
 *   countersign-<version>.cdx.json  CycloneDX bill of materials of all of it
 *   countersign-cli-<version>.tgz   the command line as an npm package
 *   countersign-<version>-linux-<architecture>.tar.gz  and as a single executable, for each Node.js given
 *                                   (both with countersign-verify)
 *   SHA256SUMS                      for all of them
 *   SHA256SUMS.sigstore.json        or .minisig: its signature, where there is a signer
 * All but the signature are the same bytes for the same commit, wherever and whenever they are made with one version of npm,
 * tar and gzip.
 *
 * @param nodes of one version; one of them runs on this machine
 * @param tryOut runs an executable before it is packed
 * @returns the names of these files
 */
export function writeRelease(
  out: string,
  signer: Signer | null,
  nodes: readonly NodeBinary[] = [],
  tryOut = runWherePossible,
): string[] {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const name = `countersign-${version}`;
  mkdirSync(out, { recursive: true });
  run(process.execPath, ['dist/tools/bundle/main.js', '--images', 'dist/images']);
  run(process.execPath, ['dist/tools/cli/main.js', CLI]);
  const [archive, bill, cli] = [`${name}.tar.gz`, `${name}.cdx.json`, `countersign-cli-${version}.tgz`];
  writeFileSync(join(out, bill), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  run('tar', [...SAME, `--transform=s,^,${name}/,`, '-cf', join(out, archive), ...SHIPPED]);
  // npm expects one folder in a package, whatever its name.
  run('tar', [...SAME, '-C', CLI, '-cf', resolve(out, cli), 'package']);
  const executables = nodes.map((node) => {
    const executable = writeExecutableFolder(name, node, programHere(nodes));
    tryOut(node.architecture, join(CLI, executable, 'countersign'), ['version']);
    run('tar', [...SAME, '-C', CLI, '-cf', resolve(out, `${executable}.tar.gz`), executable]);
    return `${executable}.tar.gz`;
  });
  const written = [bill, archive, cli, ...executables];
  const sums = written.map((file) => `${sha256(join(out, file))}  ${file}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  const signature = signer === null ? [] : [basename(signer(join(out, 'SHA256SUMS')))];
  return ['SHA256SUMS', ...signature, ...written];
}

/** Writes what is in the archive of an executable. @returns the name of its folder */
function writeExecutableFolder(
  release: string,
  { architecture, program, license }: NodeBinary,
  here: string,
): string {
  const name = `${release}-linux-${architecture}`;
  const folder = join(CLI, name);
  mkdirSync(folder);
  writeExecutable(join(CLI, 'executable'), program, here, join(folder, 'countersign'));
  symlinkSync('countersign', join(folder, 'countersign-verify'));
  copyFileSync(license, join(folder, 'LICENSE-node'));
  for (const each of OF_EXECUTABLE)
    cpSync(join(CLI, 'executable', each), join(folder, each), { recursive: true });
  return name;
}

/** @throws Error where none of them runs here */
function programHere(nodes: readonly NodeBinary[]): string {
  const here = nodes.find(
    ({ architecture }) => architecture === process.arch && process.platform === 'linux',
  );
  if (!here)
    throw new Error(
      `Executables are made on Linux, on ${nodes.map(({ architecture }) => architecture).join(' or ')}.`,
    );
  return here.program;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
