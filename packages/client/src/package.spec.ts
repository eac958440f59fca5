import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const TSC = resolve('node_modules/typescript/bin/tsc');

const IMPORTS = `import { createClient, dataOf, type RequestResponse } from '@countersign/client';
const api = createClient({ baseUrl: 'http://x.test' });
declare const id: string;
`;
/** What somebody may write. */
const RIGHT: Readonly<Record<string, string>> = {
  'answers-and-codes': `
    const { data, error } = await api.GET('/api/v1/requests/{id}', { params: { path: { id } } });
    if (error) { const known: 'request_not_found' extends NonNullable<typeof error.error_code> ? true : never = true; void known; }
    else { const status: RequestResponse['status'] = data.status; void status; }
    const rows = await dataOf(api.GET('/api/v1/projects'));
    const name: string = rows[0]!.name; void name;`,
};
/** What the compiler refuses, each with what is wrong about it. */
const WRONG: Readonly<Record<string, string>> = {
  'an-address-that-is-not-there': `void api.GET('/api/v1/nothing');`,
  'a-method-that-is-not-taken': `void api.DELETE('/api/v1/projects');`,
  'a-missing-member': `void api.POST('/api/v1/projects', { body: {} });`,
  'a-member-of-another-type': `void api.POST('/api/v1/projects', { body: { name: 7 } });`,
  'a-missing-path-member': `void api.GET('/api/v1/requests/{id}');`,
  'a-member-that-no-answer-has': `void (await dataOf(api.GET('/api/v1/projects')))[0]!.nam;`,
};
const NODE = `import { ApiError, createClient, dataOf, everyRow } from '@countersign/client';
const fetch = async () => Response.json({ error_code: 'unauthenticated', message: 'no' }, { status: 401 });
const api = createClient({ baseUrl: 'http://x.test', fetch });
const error = await dataOf(api.GET('/api/v1/users/me')).catch((e) => e);
console.log(error instanceof ApiError, error.code, typeof everyRow);`;

/** A project of somebody else's, who has installed the package and nothing of ours. */
describe('the package', () => {
  let folder: string;
  /** What the compiler says, line by line; each begins with a file's name. */
  let said: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-client-'));
    await install(folder);
    const given = 'declare const email: string, password: string, id: string;\n';
    const example = /```ts\n([^]*?)```/.exec(await readFile('packages/client/README.md', 'utf8'))![1]!;
    await writeFile(join(folder, 'readme.ts'), given + example);
    for (const [name, text] of Object.entries({ ...RIGHT, ...WRONG }))
      await writeFile(join(folder, `${name}.ts`), IMPORTS + text);
    said = await run(process.execPath, [TSC, '-p', folder], { cwd: folder }).then(
      () => [],
      ({ stdout }: { stdout: string }) => stdout.split('\n'),
    );
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const saidOf = (name: string): string[] => said.filter((line) => line.startsWith(`${name}.ts`));

  it('runs on Node alone', async () => {
    await writeFile(join(folder, 'program.mjs'), NODE);
    const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder });
    expect(stdout).toBe('true unauthenticated function\n');
  });

  it('has a readme whose example compiles', () => {
    expect(saidOf('readme')).toEqual([]);
  });

  it.each(Object.keys(RIGHT))('knows %s', (name) => {
    expect(saidOf(name)).toEqual([]);
  });

  it.each(Object.keys(WRONG))('refuses %s before it runs', (name) => {
    expect(saidOf(name)).toEqual([expect.stringContaining('error TS')]);
  });
});

async function install(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules/@countersign/client');
  await mkdir(installed, { recursive: true });
  const build = [TSC, '-p', 'packages/client/tsconfig.build.json', '--outDir', join(installed, 'dist')];
  await run(process.execPath, build);
  await cp('packages/client/package.json', join(installed, 'package.json'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  const lib = ['es2022', 'dom', 'dom.iterable'];
  const modules = { module: 'nodenext', target: 'es2022', lib, types: [] };
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    moduleDetection: 'force',
    ...modules,
  };
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
}
