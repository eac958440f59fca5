import { createHash, generateKeyPairSync } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { npmCommand } from '../npm-command.js';
import { type Architecture, ARCHITECTURES } from './node-binary.js';
import { sigstoreSigner } from './sigstore-signer.js';
import { installedPackages } from './testing/installed-packages.js';
import { architectureOf, nodeFor } from './testing/other-node.js';
import { VERDICTS, verdictsOf } from './testing/verdicts.js';
import { verifyBundle } from './testing/verify-bundle.js';
import { writeExecutable } from './write-executable.js';
import { writeRelease } from './write-release.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const [ARCHIVE, BILL] = [`countersign-${version}.tar.gz`, `countersign-${version}.cdx.json`];
const CLI = `countersign-cli-${version}.tgz`;
const folderOf = (architecture: Architecture): string => `countersign-${version}-linux-${architecture}`;
const EXECUTABLES = ARCHITECTURES.map((each) => `${folderOf(each)}.tar.gz`);

describe('A release', () => {
  const root = mkdtempSync(join(tmpdir(), 'countersign-release-'));
  const out = join(root, 'release');
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const tried: [string, string, readonly string[]][] = [];
  let written: string[];
  /** What is embedded in an executable. */
  let blob: Buffer;
  beforeAll(() => {
    const signer = sigstoreSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), '');
    const nodes = ARCHITECTURES.map((architecture) => {
      return { architecture, program: nodeFor(architecture, root), license: 'LICENSE' };
    });
    written = writeRelease(out, signer, nodes, (...given) => tried.push(given));
    blob = readFileSync('dist/cli-release/executable/main.blob');
    for (const name of EXECUTABLES) tar('-xzf', join(out, name), '-C', root);
  }, 120_000);
  afterAll(() => rmSync(root, { recursive: true }));

  const tar = (...args: string[]): string => {
    const { status, stdout } = spawnSync('tar', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    expect(status).toBe(0);
    return stdout;
  };

  it('is an archive, a bill of materials, the command line in its forms, and correct checksums', () => {
    const files = [BILL, ARCHIVE, CLI, ...EXECUTABLES];
    expect(written).toEqual(['SHA256SUMS', 'SHA256SUMS.sigstore.json', ...files]);
    const check = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: out,
      encoding: 'utf8',
    });
    expect([check.status, check.stdout]).toEqual([0, files.map((file) => `${file}: OK\n`).join('')]);
  });

  it('is signed as a whole: the signature is that of its checksums', () => {
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8');
    const bundle = JSON.parse(readFileSync(join(out, 'SHA256SUMS.sigstore.json'), 'utf8')) as object;
    expect(() => verifyBundle(bundle, sums, publicKey)).not.toThrow();
    expect(() => verifyBundle(bundle, sums.replace(/^./, 'x'), publicKey)).toThrow(/signature/);
  });

  it('is reproducible byte for byte, except the signature of its checksums', () => {
    const again = join(root, 'again');
    const umask = process.umask(0o077);
    utimesSync('LICENSE', new Date(), new Date());
    const signed: string[] = [];
    const sign = (file: string): string => {
      signed.push(file);
      return `${file}.signature`;
    };
    try {
      expect(writeRelease(again, sign)).toEqual(['SHA256SUMS', 'SHA256SUMS.signature', BILL, ARCHIVE, CLI]);
    } finally {
      process.umask(umask);
    }
    expect(signed).toEqual([join(again, 'SHA256SUMS')]);
    const bytes = (folder: string) =>
      [BILL, ARCHIVE, CLI].map((file) => sha256(readFileSync(join(folder, file))));
    expect(bytes(again)).toEqual(bytes(out));
    const executable = join(again, 'countersign');
    writeExecutable('dist/cli-release/executable', process.execPath, process.execPath, executable);
    const first = join(root, folderOf(process.arch as Architecture), 'countersign');
    expect(sha256(readFileSync(executable))).toBe(sha256(readFileSync(first)));
  }, 60_000);

  it('has a checksum for every file', () => {
    const summed = readFileSync(join(out, 'SHA256SUMS'), 'utf8').match(/(?<=^[0-9a-f]{64} {2}).+$/gm);
    expect(summed?.sort()).toEqual(
      readdirSync(out)
        .filter((file) => !file.startsWith('SHA256SUMS'))
        .sort(),
    );
  });

  it('contains what the images are built from, in one folder, and no tests', () => {
    const files = tar('-tzf', join(out, ARCHIVE)).trim().split('\n');
    const root = `countersign-${version}/`;
    expect(files.filter((file) => !file.startsWith(root) || file.includes('.spec.'))).toEqual([]);
    const dockerfile = readFileSync('deploy/Dockerfile', 'utf8').split(/^FROM \S+ AS service$/m)[1]!;
    const copied = [...dockerfile.matchAll(/^COPY (?:--from=build )?(?!--)(.+)$/gm)]
      .flatMap(([, paths]) => paths!.split(' ').slice(0, -1))
      .filter((path) => !path.includes('node_modules/'));
    expect(copied.length).toBeGreaterThan(6);
    const charts = ['countersign', 'countersign-agent'].map((chart) => `deploy/helm/${chart}/Chart.yaml`);
    for (const path of [...copied, 'LICENSE', 'package-lock.json', ...charts])
      expect(files.map((file) => file.slice(root.length).replace(/\/$/, ''))).toContain(
        path.replace(/^\/src\//, ''),
      );
  });

  it.each([ARCHIVE, CLI, ...EXECUTABLES])('is the same %s for any user, time and umask', (archive) => {
    const lines = tar('--numeric-owner', '--full-time', '--utc', '-tvzf', join(out, archive))
      .trim()
      .split('\n');
    const same = /^([-d]rw[-x]r-[-x]r-[-x]|lrwxrwxrwx|lrwxr-xr-x) 0\/0 +\d+ 1970-01-01 00:00:00 /;
    const odd = lines.filter((line) => !same.test(line));
    expect(odd).toEqual([]);
  });

  it('names every package that is delivered with its version, and no other', () => {
    const bill = JSON.parse(readFileSync(join(out, BILL), 'utf8')) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string } };
      components: { name: string; version: string; 'bom-ref': string }[];
      dependencies: { ref: string; dependsOn: string[] }[];
    };
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'countersign', version } },
    });
    const named = bill.components.map((each) => `${each.name}@${each.version}`);
    expect(named.sort()).toEqual([...installedPackages()].sort());
    const refs = new Set(bill.dependencies.map(({ ref }) => ref));
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual(
      [],
    );
  });

  it('has a command line that npm installs without anything else, with its man page and countersign-verify', () => {
    const prefix = join(root, 'prefix');
    const install = ['install', '--global', '--offline', '--no-audit', '--no-fund', '--prefix', prefix];
    const [command, args] = npmCommand(install);
    expect(spawnSync(command, [...args, join(out, CLI)], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    const said = spawnSync(join(prefix, 'bin/countersign'), ['version', '--template', '{{version}}'], {
      encoding: 'utf8',
    });
    expect([said.status, said.stdout]).toEqual([0, `${version}\n`]);
    expect(readFileSync(join(prefix, 'share/man/man1/countersign.1'), 'utf8')).toContain('.SH EXIT STATUS');
    expect(verdictsOf(join(prefix, 'bin/countersign-verify'), root)).toEqual(VERDICTS);
  });

  it.each(['deploy/.github/workflows/deploy.yml', 'platform/.github/workflows/countersign.yml'])(
    'is what the jobs of examples/%s install, if it is what was signed',
    (file) => {
      const { env, jobs } = parse(readFileSync(join('examples', file), 'utf8')) as Workflow;
      const runs = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
      const installs = new Set(runs.filter((run) => run.includes('npm install')));
      expect([installs.size, basename(env.COUNTERSIGN_CLI!)]).toEqual([1, CLI]);
      const [sum] = new RegExp(`^[0-9a-f]{64}(?=  ${CLI}$)`, 'm').exec(
        readFileSync(join(out, 'SHA256SUMS'), 'utf8'),
      )!;
      const home = mkdtempSync(join(root, 'runner-'));
      const install = (COUNTERSIGN_CLI_SHA256: string): boolean => {
        const runner = {
          ...{
            HOME: home,
            PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
            RUNNER_TEMP: home,
          },
          ...{ COUNTERSIGN_CLI: pathToFileURL(join(out, CLI)).href, COUNTERSIGN_CLI_SHA256 },
          ...{ npm_config_prefix: home, npm_config_offline: 'true', npm_config_audit: 'false' },
        };
        const { status } = spawnSync('bash', ['-e', '-c', [...installs][0]!], { cwd: home, env: runner });
        return status === 0 && existsSync(join(home, 'bin/countersign'));
      };
      expect([install('0'.repeat(64)), install(''), existsSync(join(home, 'bin')), install(sum)]).toEqual([
        ...[false, false, false, true],
      ]);
    },
  );

  it('includes the client’s license', () => {
    expect(readFileSync('packages/client/LICENSE', 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
  });

  describe('as an executable', () => {
    const own = join(root, folderOf(process.arch as Architecture));
    const run = (...args: string[]) =>
      spawnSync(join(own, 'countersign'), args, { encoding: 'utf8', env: { HOME: root } });

    it.each(ARCHITECTURES)(
      'for %s is made from its Node.js, and was tried before it was packed',
      (architecture) => {
        const folder = join(root, folderOf(architecture));
        const beside = ['LICENSE', 'LICENSE-node', 'LICENSES.txt', 'completions', 'countersign.1'];
        expect(readdirSync(folder).sort()).toEqual([...beside, 'countersign', 'countersign-verify'].sort());
        const program = readFileSync(join(folder, 'countersign'));
        expect([architectureOf(program), program.includes(blob)]).toEqual([architecture, true]);
        expect(tried).toContainEqual([
          architecture,
          join('dist/cli-release', folderOf(architecture), 'countersign'),
          ['version'],
        ]);
      },
    );

    it('runs without Node.js beside it, and prints no warning', () => {
      const { status, stdout, stderr } = run('version', '-o', 'json');
      expect([status, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toEqual({
        ...{ version, node: process.version, executable: true },
        ...{ platform: process.platform, arch: process.arch },
      });
    });

    it('loads what it needs on first use from itself', () => {
      expect(run('version', '-o', 'yaml').stdout).toContain(`version: ${version}\n`);
      const nowhere = ['--server', 'http://127.0.0.1:9'];
      const login = ['login', ...nowhere, '--email', 'a@example.test', '--password-stdin'];
      expect(run(...login, '--ca-file', join(own, 'LICENSE')).status).toBe(1);
      expect(run('whoami', ...nowhere).status).toBe(3);
    });

    it('is countersign-verify where it has that name', () => {
      expect(verdictsOf(join(own, 'countersign-verify'), root)).toEqual(VERDICTS);
    });
  });
});

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
