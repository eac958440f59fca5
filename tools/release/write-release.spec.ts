import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { npmCommand } from '../npm-command.js';
import { DELIVERED_WORKSPACES } from './shipped-workspaces.js';
import { writeRelease } from './write-release.js';

/** An entry of the lock file. */
interface Package {
  readonly version: string;
  /** The target workspace of a link. */
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const [ARCHIVE, BILL] = [`countersign-${version}.tar.gz`, `countersign-${version}.cdx.json`];
const CLI = `countersign-cli-${version}.tgz`;

describe('A release', () => {
  let out: string;
  let written: string[];
  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), 'countersign-release-'));
    written = writeRelease(out, null);
  }, 60_000);
  afterAll(() => rmSync(out, { recursive: true }));

  const tar = (...args: string[]): string => {
    const { status, stdout } = spawnSync('tar', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    expect(status).toBe(0);
    return stdout;
  };

  it('is an archive, a bill of materials, the command line, and correct checksums', () => {
    expect(written).toEqual(['SHA256SUMS', BILL, ARCHIVE, CLI]);
    const check = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: out,
      encoding: 'utf8',
    });
    expect([check.status, check.stdout]).toEqual([0, `${BILL}: OK\n${ARCHIVE}: OK\n${CLI}: OK\n`]);
  });

  it('is reproducible byte for byte, except the signature of its checksums', () => {
    const again = mkdtempSync(join(tmpdir(), 'countersign-release-'));
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
    const bytes = (folder: string) => written.map((file) => sha256(readFileSync(join(folder, file))));
    expect(bytes(again)).toEqual(bytes(out));
    rmSync(again, { recursive: true });
  }, 60_000);

  it('has a checksum for every file', () => {
    const summed = readFileSync(join(out, 'SHA256SUMS'), 'utf8').match(/(?<=^[0-9a-f]{64} {2}).+$/gm);
    expect(summed?.sort()).toEqual(
      readdirSync(out)
        .filter((file) => file !== 'SHA256SUMS')
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

  it.each([ARCHIVE, CLI])('is the same %s for any user, time and umask', (archive) => {
    const lines = tar('--numeric-owner', '--full-time', '--utc', '-tvzf', join(out, archive))
      .trim()
      .split('\n');
    const odd = lines.filter((line) => !/^[-d]rw[-x]r-[-x]r-[-x] 0\/0 +\d+ 1970-01-01 00:00:00 /.test(line));
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
    expect(named.sort()).toEqual([...installed()].sort());
    const refs = new Set(bill.dependencies.map(({ ref }) => ref));
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual(
      [],
    );
  });

  it('has a command line that npm installs without anything else, with its man page', () => {
    const prefix = join(out, '../', `${basename(out)}-prefix`);
    const [command, args] = npmCommand([
      'install',
      '--global',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--prefix',
      prefix,
    ]);
    expect(spawnSync(command, [...args, join(out, CLI)], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    const said = spawnSync(join(prefix, 'bin/countersign'), ['version', '--template', '{{version}}'], {
      encoding: 'utf8',
    });
    expect([said.status, said.stdout]).toEqual([0, `${version}\n`]);
    expect(readFileSync(join(prefix, 'share/man/man1/countersign.1'), 'utf8')).toContain('.SH EXIT STATUS');
    rmSync(prefix, { recursive: true });
  });

  it('includes the client’s license', () => {
    expect(readFileSync('packages/client/LICENSE', 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns `name@version` of the shipped workspaces and their dependencies, resolved as Node does. */
function installed(): Set<string> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Package>;
  };
  const seen = new Set<string>();
  const target = (place: string): string => (packages[place]!.link ? packages[place]!.resolved! : place);
  const visit = (from: string): void => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = packages[from]!;
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys(dependencies ?? {}), ...peers]) {
      const place = resolve(from, name);
      if (place === null || seen.has(place)) continue;
      seen.add(place);
      visit(target(place));
    }
  };
  const resolve = (from: string, name: string): string | null => {
    const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (packages[place]) return place;
    const outer = from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '');
    return from === '' ? null : resolve(outer === from ? '' : outer, name);
  };
  const links = Object.keys(packages).filter((place) =>
    DELIVERED_WORKSPACES.includes(packages[place]!.link ? packages[place]!.resolved! : ''),
  );
  for (const link of links) {
    seen.add(link);
    visit(target(link));
  }
  return new Set(
    [...seen].map((place) => `${place.replace(/^.*node_modules\//, '')}@${packages[target(place)]!.version}`),
  );
}
