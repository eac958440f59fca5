import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { promisify } from 'node:util';

/** What the absolute figures of a run belong to. Results of earlier runs lack some of it. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly ram_gib?: number;
  readonly os?: string;
  readonly node: string;
  readonly load_average: readonly number[];
}

/** Whatever a run writes itself is no change of the code that it measured. */
const CODE = ['.', ':!bench/results', ':!bench/RESULTS.md'];

export async function thisMachine(): Promise<Machine> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    ram_gib: Math.round((Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 30) * 10) / 10,
    os: `${await distribution()}${type()} ${release()}`,
    node: process.version,
    load_average: loadavg().map((load) => Math.round(load * 100) / 100),
  };
}

/** The commit that is measured, and whether files differ from it; undefined outside of a repository. */
export async function thisCommit(): Promise<string | undefined> {
  try {
    const [commit, changes] = await Promise.all([
      git('rev-parse', '--short', 'HEAD'),
      git('status', '--porcelain', '--', ...CODE),
    ]);
    return changes === '' ? commit : `${commit} with changes`;
  } catch {
    return undefined;
  }
}

async function git(...words: string[]): Promise<string> {
  return (await promisify(execFile)('git', words)).stdout.trim();
}

/** The distribution's name (os-release(5)), where there is one. */
async function distribution(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1];
  return name === undefined ? '' : `${name}, `;
}
