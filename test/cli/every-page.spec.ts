import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandLine } from './command-line.js';
import { PagedService } from './paged-service.js';

/** Of an object of the first page, and of one of the second. */
const [FIRST, SECOND] = ['0197a3c2-7d10-7c3a-9b1e-000000000001', '0197a3c2-7d11-7c3a-9b1e-000000000002'];
const TWINS = ['0297a3c2-7d10-7c3a-9b1e-000000000001', '0297a3c2-7d10-7c3a-9b1e-000000000002'] as const;
const two = (more: object = {}): object[] => [
  { id: FIRST, name: 'first', ...more },
  { id: SECOND, name: 'second', ...more },
];
const place = { argocd_endpoint_id: SECOND, project_id: SECOND, environment_id: SECOND };
const LISTS = {
  '/users/me/projects': two({ environments: two() }),
  '/teams': two(),
  '/projects': two({ team_id: SECOND }),
  '/environments': two(),
  '/provider-connections': two(),
  '/requests': [FIRST, SECOND, ...TWINS].map((id) => ({ id })),
  '/argocd-endpoints': two(),
  '/gitops-app-mappings': [{ id: FIRST, app_name: 'shop', ...place }],
  '/secrets': [
    { id: FIRST, ref: TWINS[0].slice(0, 8) },
    { id: TWINS[0], ref: 'apps/web' },
  ],
};
let service: PagedService;
let line: CommandLine;

beforeAll(async () => {
  service = await PagedService.start(LISTS);
  line = new CommandLine(service.url);
});
beforeEach(() => void service.written.splice(0));
afterAll(() => {
  service?.stop();
  line?.remove();
});

const run = (...args: string[]) => line.run(args, { env: { COUNTERSIGN_TOKEN: 'abc' } });
const there = ['-p', 'second', '-e', 'second', '-c', 'second'];

describe('a name of the second page is found', () => {
  it('for a request', async () => {
    expect(await run('request', 'read', 'apps/web', ...there, '-k', 'A')).toMatchObject({ code: 0 });
    expect(service.written).toEqual([
      expect.objectContaining({ project_id: SECOND, environment_id: SECOND, provider_connection_id: SECOND }),
    ]);
  });

  it('for a request to another team', async () => {
    const from = ['--from-team', 'second', '--from-project', 'second', '--from-env', 'second'];
    const into = ['--into', 'apps/web', '-p', 'second', '-c', 'second', '-k', 'A'];
    expect(await run('request', 'cross-team', ...from, ...into)).toMatchObject({ code: 0 });
    const [target] = service.written;
    expect(target).toMatchObject({ target_team_id: SECOND, target_project_id: SECOND });
    expect(target).toMatchObject({ target_environment_id: SECOND, source_project_id: SECOND });
    expect(target).toMatchObject({ destination_provider_connection_id: SECOND });
  });

  it('for a binding, by who may bind in one project alone', async () => {
    const bind = ['connection', 'bind', 'second', '-p', 'second', '-e', 'second'];
    expect(await run(...bind)).toMatchObject({ code: 0 });
    expect(service.written).toEqual([{ provider_connection_id: SECOND, environment_id: SECOND }]);
  });

  it('for an endpoint of Argo CD', async () => {
    expect((await run('gitops', 'mappings')).stdout).toMatch(/^shop +second /m);
  });
});

describe('a prefix of an id', () => {
  it('names the request of any page', async () => {
    const { code, stdout } = await run('request', 'open', SECOND.slice(0, 13));
    expect([code, stdout]).toEqual([0, `${service.url}/requests/${SECOND}\n`]);
  });

  it('is ambiguous with one of another page, and lists both', async () => {
    const { code, stderr } = await run('request', 'cancel', TWINS[0].slice(0, 13));
    expect([code, stderr.match(/^ {2}\S+$/gm)]).toEqual([5, TWINS.map((id) => `  ${id}`)]);
  });

  it('is ambiguous, where a secret is named like it', async () => {
    const { code, stderr } = await run('secret', 'show', TWINS[0].slice(0, 8));
    expect([code, stderr]).toEqual([5, expect.stringContaining(`  ${TWINS[0]}  apps/web\n`)]);
  });
});

describe('api', () => {
  it('sends the whole query, with a question mark in it, too', async () => {
    expect(await run('api', 'GET', '/teams?q=a?b&limit=1')).toMatchObject({ code: 0 });
    expect(service.calls.at(-1)).toBe('GET /teams?q=a%3Fb&limit=1');
  });
});

describe('api -o ndjson', () => {
  it('prints the rows of every page, one a line', async () => {
    const { stdout } = await run('api', 'GET', '/teams?q=x', '-f', 'limit=1', '-o', 'ndjson');
    expect(stdout).toBe(
      two()
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
    expect(service.calls.slice(-2)).toEqual(['GET /teams?q=x&limit=1', 'GET /teams?q=x&limit=1&cursor=1']);
  });

  it('prints anything else on one line', async () => {
    expect((await run('api', 'GET', '/users/me', '-o', 'ndjson')).stdout).toBe('{"permissions":[]}\n');
    const { stdout } = await run('api', 'POST', '/teams', '-f', 'name=shop', '-o', 'ndjson');
    expect(stdout).toMatch(/^\{"name":"shop",.*\}\n$/);
  });
});
