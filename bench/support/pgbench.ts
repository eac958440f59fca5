import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstallProgram } from '../../tools/debian-program.js';
import { type Figures, figuresOf } from './figures.js';
import { noteVersion } from './versions.js';

const run = promisify(execFile);

/**
 * Runs a script of pgbench's language `each` times by every client, its statement prepared; null where there is no
 * pgbench and none can be installed.
 *
 * @param script it may use `:client_id` and `:i`, which counts up from 1 for each client
 */
export async function pgbench(
  databaseUrl: string,
  clients: number,
  each: number,
  script: string,
): Promise<Figures | null> {
  const program = await installed();
  if (program === undefined) return null;
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, `\\set i :i + 1\n${script}`);
    const numbers = ['-c', String(clients), '-j', '2', '-t', String(each), '-D', 'i=0'];
    const log = ['-l', `--log-prefix=${join(folder, 'log')}`];
    const { stdout } = await run(program, [
      '-n',
      '-M',
      'prepared',
      ...numbers,
      ...log,
      '-f',
      file,
      databaseUrl,
    ]);
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    const took = await latencies(folder);
    return figuresOf(took, took.length / Number(tps));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let found: Promise<string | undefined> | undefined;

/** The embedded Postgres comes without pgbench; Debian has it in the server's package, which takes root. */
function installed(): Promise<string | undefined> {
  return (found ??= find());
}

async function find(): Promise<string | undefined> {
  const program = await findOrInstallProgram('postgresql-contrib', ['pgbench']);
  if (program === undefined) return undefined;
  const { stdout } = await run(program, ['--version']);
  noteVersion('pgbench', /\d[\w.]*/.exec(stdout)?.[0] ?? 'unknown');
  return program;
}

/** The log's third column is the transaction's time in microseconds. */
async function latencies(folder: string): Promise<number[]> {
  const files = (await readdir(folder)).filter((name) => name.startsWith('log'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  return lines.map((line) => Number(line.split(' ')[2]) / 1000);
}
