import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { installedPython } from '../../tools/python-packages.js';
import { OidcWorld } from '../oidc/oidc-world.js';
import { buildCast, type Cast, type Principal, PRINCIPALS } from '../matrix/principals.js';
import type { TestStack } from '../support/test-stack.js';
import type { Collector } from './collector.js';
import { asFuzzed } from './fuzzed-description.js';
import { RecordingProxy } from './recording-proxy.js';

const FOLDER = resolve('.countersign', 'fuzz');
const AT_ONCE = 3;
/** Ends the session that all the others need: a caller may find their own id in an answer. */
const LAST =
  '(/auth/(oidc/)?logout|/users/me/(password|sessions/\\{id\\})|/users/\\{id\\}/(sessions|disabled|mfa/factors))$';
/** Statuses and shapes are the proxy's to judge: it knows what any address can answer, as 404 to a path with a backslash. */
const CHECKS = ['not_a_server_error', 'content_type_conformance', 'response_headers_conformance'];
const ALL_PHASES = 'examples,coverage,fuzzing';
const mightOf = (principal: Principal): number => ['integrator', 'stale', 'admin'].indexOf(principal);
/** Nobody who is signed in may be thrown out by another's calls: those that can do the most come last. */
const ORDER: readonly Principal[] = [...PRINCIPALS].sort((a, b) => mightOf(a) - mightOf(b));
/** Who may do everything, and so throw out everybody. */
const ALONE: Principal = 'admin';
/** In whose name also every boundary of every member is called: one of each kind of caller. The others differ in rights alone. */
const TO_THE_BOUNDARIES: readonly Principal[] = ['anonymous', 'developer', 'integrator', 'agent', 'admin'];

export interface SchemathesisRun {
  readonly collector: Collector;
  readonly seed: number;
  /** Random cases for each operation, beside those that follow from the description. */
  readonly examples: number;
  /** Comma-separated; absent: every principal. */
  readonly principals?: string;
  readonly say: (text: string) => void;
}

/**
 * Schemathesis in the name of every principal of the matrix, on a stack of its own.
 *
 * @throws Error for an unknown principal
 */
export async function runSchemathesis(run: SchemathesisRun): Promise<void> {
  const chosen = chosenBy(run.principals);
  const world = await OidcWorld.open({ apis: 2, worker: true, env: ENVIRONMENT });
  const { stack } = world;
  try {
    const cast = await buildCast(stack);
    await mkdir(FOLDER, { recursive: true });
    const description = join(FOLDER, 'openapi.json');
    await writeFile(description, JSON.stringify(await asFuzzed(cast)));
    const waiting = chosen.filter((each) => each !== ALONE);
    const take = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await asPrincipal(run, stack, cast, next, description);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    if (chosen.includes(ALONE)) await asPrincipal(run, stack, cast, ALONE, description);
  } finally {
    await world.close();
  }
}

/** Installs it if necessary. @returns the Python that has it */
export const schemathesisPython = (): Promise<string> =>
  installedPython('schemathesis', 'test/fuzz/requirements.txt');

/** As the calls of a principal are counted. */
export const sourceOf = (principal: Principal): string => `schemathesis as ${principal}`;

const ENVIRONMENT = {
  SVC_GITOPS_ENABLED: 'true',
  SVC_AGENT_DIRECT_MINT_ENABLED: 'true',
  SVC_WEBAUTHN_RP_ID: 'localhost',
  SVC_WEBAUTHN_RP_ORIGINS: 'http://localhost',
  SVC_STEP_UP_TTL: '4h',
  SVC_SESSION_IDLE_TTL: '4h',
};

function chosenBy(names: string | undefined): readonly Principal[] {
  const asked: readonly string[] = names?.split(',') ?? ORDER;
  const unknown = asked.filter((name) => !ORDER.some((each) => each === name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}; known are ${ORDER.join(', ')}.`);
  return ORDER.filter((each) => asked.includes(each));
}

async function asPrincipal(
  { collector, seed, examples, say }: SchemathesisRun,
  stack: TestStack,
  cast: Cast,
  principal: Principal,
  description: string,
): Promise<void> {
  const { client, headers } = cast.voices[principal];
  const bearer: Record<string, string> =
    client.token === null ? {} : { authorization: `Bearer ${client.token}` };
  const proxy = await RecordingProxy.start({
    ...{ collector, source: sourceOf(principal), targets: stack.apis.map(({ url }) => url) },
    headers: () => ({ ...bearer, ...headers, 'x-forwarded-for': client.address }),
  });
  const options = ['--url', proxy.url, '--seed', String(seed + PRINCIPALS.indexOf(principal))];
  const started = Date.now();
  try {
    const phases = TO_THE_BOUNDARIES.includes(principal) ? ALL_PHASES : 'examples,fuzzing';
    const many = ['--phases', phases, '--max-examples', String(examples), '--exclude-path-regex', LAST];
    await start(collector, `${principal}`, [description, ...options, ...many]);
    if (client.token !== null) await stillSignedIn(collector, principal, client);
    const few = ['--phases', ALL_PHASES, '--max-examples', '5', '--include-path-regex', LAST];
    await start(collector, `${principal}-logout`, [description, ...options, ...few]);
  } finally {
    await proxy.stop();
  }
  say(`${sourceOf(principal)}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

/** What is called without a session that was thought to be there tests little. */
async function stillSignedIn(
  collector: Collector,
  principal: Principal,
  client: Cast['voices'][Principal]['client'],
): Promise<void> {
  const { status } = await client.get('/users/me');
  if (status !== 200)
    collector.violate(`${principal} lost its session on the way`, `GET /users/me: ${status}`);
}

async function start(collector: Collector, name: string, argv: readonly string[]): Promise<void> {
  const log = join(FOLDER, `${name}.log`);
  const output = createWriteStream(log);
  await once(output, 'open');
  const fixed = [
    ...['--checks', CHECKS.join(','), '--workers', '1'],
    ...['--generation-with-security-parameters', 'false', '--generation-database', 'none', '--no-shrink'],
    ...['--continue-on-failure', '--warnings', 'off', '--no-color', '--request-timeout', '60'],
  ];
  const program = ['-m', 'schemathesis.cli', 'run', ...argv, ...fixed];
  const child = spawn(await schemathesisPython(), program, {
    cwd: FOLDER,
    stdio: ['ignore', output, output],
  });
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('exit', killAtExit);
  if (code !== 0)
    collector.violate(`schemathesis as ${name} ended with ${code}: see ${log}`, await endOf(log));
}

async function endOf(log: string): Promise<string> {
  return (await readFile(log, 'utf8')).split('\n').slice(-80).join('\n    ');
}
