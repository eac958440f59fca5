import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { leaksInFolder } from '../support/canary-scan.js';
import { eventually } from '../support/eventually.js';
import { created } from '../support/world.js';
import { type Person, REF, stepUp, ValuesWorld } from './values-setup.js';

const NEW = canary('new value');
const TYPED = canary('typed value');
const GIVEN = canary('value of another team');
let all: ValuesWorld;
let ada: Person;
let vera: Person;

beforeAll(async () => {
  all = await ValuesWorld.start({ PASSWORD: canary('value of the store'), NAME: 'main' });
  [ada, vera] = [await all.person('ada', 'developer'), await all.person('vera', 'approver')];
  await stepUp(vera);
}, 240_000);
afterAll(async () => {
  for (const person of [ada, vera]) person?.line.remove();
  await all?.stop();
});

const PLACE = ['-p', 'payments', '-e', 'dev'];
const patch = (...more: string[]) => ['request', 'patch', REF, ...PLACE, ...more];

/** Approves the person's last request, and waits for its end. */
async function approveLast(person: Person): Promise<string> {
  const { id } = await person.line.json('request', 'show', '@last');
  expect(await vera.line.run(['approve', id])).toMatchObject({ code: 0 });
  expect(await person.line.run(['wait', id])).toMatchObject({ code: 0 });
  return id;
}

describe('a change', () => {
  it('reads values from files and stdin, generates others, and shows none', async () => {
    const file = join(ada.line.home, 'value');
    writeFileSync(file, NEW);
    const args = patch('--set', `PASSWORD=@${file}`, '--set', 'TOKEN=-', '--generate', 'SALT:48');
    const asked = await ada.line.run([...args, '--justification', 'rotation'], { stdin: TYPED });
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    expect(asked.stdout).toMatch(/^Requested \S+ \(patch\); needs 1 approval, ends in/);
    writeFileSync(file, '');
    await approveLast(ada);
    expect(await all.stored(REF)).toEqual({
      ...{ PASSWORD: NEW, TOKEN: TYPED, NAME: 'main' },
      SALT: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
    });
    expect(await leaksInFolder('home', join(ada.line.home, '.local'))).toEqual([]);
    expect(await leaksInFolder('home', join(ada.line.home, '.config'))).toEqual([]);
  });

  it('prompts for a value on a terminal without echo', async () => {
    const run = ada.line.onTerminal(patch('--set', 'PASSWORD=-'));
    await run.shows('Value of PASSWORD: ');
    run.type(`${TYPED}\r`);
    await run.shows('Requested');
    expect([await run.code, run.screen.includes(TYPED)]).toEqual([0, false]);
  });

  it.each([
    ['a value as an argument', ['--set', `PASSWORD=${NEW}`], 'A value is never an argument'],
    ['no source', ['--set', 'PASSWORD'], 'A value is never an argument'],
    ['no value', [], 'Which values?'],
    ['an empty value', ['--set', 'PASSWORD=-'], 'The value of PASSWORD is empty.'],
    ['a key twice', ['--set', 'A=-', '--generate', 'A'], 'A is given twice.'],
    ['stdin twice', ['--set', 'A=-', '--set', 'B=-'], 'Only one value can come from stdin.'],
    ['a file that is not there', ['--set', 'A=@/none'], "/none can't be read"],
    ['a key that is none', ['--generate', 'ä'], 'A key has letters'],
    ['a short length', ['--generate', 'A:4'], 'a length is 16 to 1024'],
  ])('is refused with %s', async (_, args, sentence) => {
    const { code, stdout, stderr } = await ada.line.run(patch(...args));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain(NEW);
  });
});

describe('a preview', () => {
  it('is shown without a request', async () => {
    const { code, stdout } = await ada.line.run(['request', 'preview', REF, ...PLACE, '--patch']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Outcome +accepted\n/);
    expect(stdout).toMatch(/\nApprovals +1 by .*approver \(\d+\)\n/);
    const json = await ada.line.json('request', 'preview', REF, ...PLACE);
    expect(json).toMatchObject({ refusals: [], direct_reveal: { allowed: false } });
  });

  it('and the outcome is followed to the end', async () => {
    const asked = await ada.line.json('request', 'read', REF, ...PLACE, '-k', 'PASSWORD');
    const watching = ada.line.run(['request', 'watch', asked.id]);
    await vera.line.run(['approve', asked.id]);
    const { code, stdout } = await watching;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S+ {2}submitted {2}ada\n/);
    expect(stdout).toMatch(/\S+ {2}executed {2}\S+\n$/);
    const { stdout: address } = await ada.line.run(['request', 'open', '@last']);
    expect(address).toBe(`${all.stack.apis[0]!.url}/requests/${asked.id}\n`);
  });
});

describe('values of another team', () => {
  let grace: Person;
  let joan: Person;
  beforeAll(async () => {
    const { admin } = all.world;
    const team = created(await admin.post('/teams', { name: 'ledger' })).id;
    const project = created(await admin.post('/projects', { name: 'ledger-api', team_id: team })).id;
    const stage = { project_id: project, name: 'staging', type: 'staging', risk_level: 1 };
    created(await admin.post('/environments', stage));
    const both = { name: 'both votes', min_approvers: 1, requires_security_approval: true };
    const workflow_id = created(await admin.post('/workflows', both)).id;
    const rule = { name: 'hand-overs', selector: { type: 'cross_team' }, workflow_id, priority: 100 };
    created(await admin.post('/policies', rule));
    grace = await all.person('grace', 'value_provider', { team_id: team });
    joan = await all.person('joan', 'security_approver');
  }, 60_000);
  afterAll(() => [grace, joan].forEach((person) => person?.line.remove()));

  const FROM = ['--from-team', 'ledger', '--from-project', 'ledger-api', '--from-env', 'staging'];
  const cross = ['request', 'cross-team', ...FROM, '--into', 'apps/payments/ledger', '-p', 'payments'];

  it('are requested, provided, verified for source and security, and written', async () => {
    const asked = await ada.line.run([...cross, '-k', 'API_KEY', '--justification', 'we call the ledger']);
    expect(asked.stdout).toMatch(/^Requested \S+ \(cross-team\); waits for its values, ends in/);
    const { id } = await ada.line.json('request', 'show', '@last');
    const inbox = await grace.line.run(['inbox', '--team', 'ledger']);
    expect(inbox.stdout).toMatch(/ledger +ledger-api +API_KEY +payments +ada@example.test/);
    expect(await grace.line.run(['fill', id, '--set', 'API_KEY=oops'])).toMatchObject({ code: 2 });
    const fill = await grace.line.run(['fill', id, '--set', 'API_KEY=-', '--comment', 'till June'], {
      stdin: GIVEN,
    });
    expect(fill).toMatchObject({ code: 0, stderr: 'Provided: others verify the values.\n', stdout: '' });
    expect((await grace.line.run(['inbox'])).stderr).toBe('No request waits for values from your teams.\n');
    expect(await vera.line.run(['verify', id, '--as', 'both'])).toMatchObject({ code: 2 });
    expect(await vera.line.run(['verify', id, '--as', 'source'])).toMatchObject({
      ...{ code: 0, stderr: 'Approved for the source.\n' },
    });
    expect(await joan.line.run(['verify', id, '--as', 'security'])).toMatchObject({ code: 0 });
    expect(await ada.line.run(['wait', id])).toMatchObject({ code: 0 });
    expect(await all.stored('apps/payments/ledger')).toEqual({ API_KEY: GIVEN });
  });

  it('are refused, or rejected at verification', async () => {
    const refused = await ada.line.json(...cross, '-k', 'API_KEY');
    await grace.line.run(['refuse', refused.id, '--reason', 'This key is not ours to give.']);
    const rejected = await ada.line.json(...cross, '-k', 'API_KEY');
    await grace.line.run(['fill', rejected.id, '--generate', 'API_KEY']);
    const verify = ['verify', rejected.id, '--as', 'source', '--reject', '--comment', 'a made-up key'];
    expect(await vera.line.run(verify)).toMatchObject({ code: 0, stderr: 'Rejected for the source.\n' });
    await eventually(
      async () => (await ada.client.get(`/requests/${rejected.id}`)).body.status === 'rejected',
      'rejected',
    );
    expect(await ada.line.run(['wait', refused.id])).toMatchObject({
      ...{ code: 7, stderr: expect.stringContaining('This key is not ours to give.') },
    });
  });
});
