import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUFFER = { maxBuffer: 64 * 1024 * 1024 };

/** The result of an exhaustive search of a model. */
export interface Verdict {
  /** Null if every reachable state is valid; else the violated assertion. */
  readonly violated: string | null;
  /** The printed lines on the path to the violation; empty without one. */
  readonly story: readonly string[];
  readonly states: number;
  /** Printed lines of the model that no state reaches. */
  readonly unreached: readonly string[];
}

/** Returns whether spin and a C compiler are available; on Debian, as root, spin can be installed first. */
export function spinIsAvailable(options: { install?: boolean } = {}): boolean {
  if (runs('gcc', ['--version']) && runs('spin', ['-V'])) return true;
  const mayInstall = options.install === true && process.getuid?.() === 0 && runs('apt-get', ['--version']);
  return (
    mayInstall &&
    runs('apt-get', ['install', '-y', 'spin']) &&
    runs('spin', ['-V']) &&
    runs('gcc', ['--version'])
  );
}

/**
 * Searches every state of a Promela model for a violated assertion.
 *
 * @throws Error when the model does not compile or the search could not be completed
 */
export async function checkModel(promela: string): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-model-'));
  try {
    await writeFile(join(folder, 'model.pml'), promela);
    const options = { cwd: folder, ...BUFFER };
    // -o3 keeps each statement a separate step, so that unreached ones are reported.
    await run('spin', ['-o3', '-a', 'model.pml'], options);
    await run('gcc', ['-O0', '-w', '-DSAFETY', '-DVECTORSZ=4096', '-o', 'pan', 'pan.c'], options);
    const { stdout } = await run('./pan', ['-m1000000', '-w20'], options);
    const verdict = verdictOf(stdout);
    if (verdict.violated === null) return verdict;
    const trail = await run('spin', ['-t', 'model.pml'], options);
    return {
      ...verdict,
      story: trail.stdout
        .split('\n')
        .map((line) => line.trim())
        .filter(isStep),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function verdictOf(output: string): Verdict {
  const errors = /errors: (\d+)/.exec(output)?.[1];
  const violated = /assertion violated (.*) \(at depth/.exec(output)?.[1] ?? null;
  const incomplete = /max search depth too small|Search not completed/.test(output) && violated === null;
  if (errors === undefined || incomplete || (errors !== '0' && violated === null)) {
    throw new Error(`The search did not come to its end:\n${output}`);
  }
  return {
    violated,
    story: [],
    states: Number(/(\d+) states, stored/.exec(output)?.[1] ?? 0),
    unreached: [...output.matchAll(/"printf\('(.*?)\\n'\)"/g)].map((match) => match[1] ?? ''),
  };
}

function isStep(line: string): boolean {
  return /^[a-z_]+\/[a-z_]+\/[a-z_]+$/.test(line);
}

function runs(command: string, argv: string[]): boolean {
  try {
    execFileSync(command, argv, { stdio: 'ignore', timeout: 120_000 });
    return true;
  } catch {
    return false;
  }
}
