import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { startAgentOf } from '../support/agent-of-connection.js';
import type { AgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { eventually } from '../support/eventually.js';
import { leaksOfStack } from '../support/leaks-of-stack.js';
import { codeOf, type CrossTeamWorld, openCrossTeamWorld, VALUES } from './cross-team-world.js';

const KV_TOKEN = canary('token-of-the-store');

describe('a value handed from one team to another', () => {
  let kv: DevKv;
  let world: CrossTeamWorld;
  let agent: AgentProcess;
  let request: any;
  const summaries = async () => (await world.people.requester.get(`/requests/${request.id}/wraps`)).body;

  beforeAll(async () => {
    kv = await startDevKv({ token: KV_TOKEN });
    world = await openCrossTeamWorld({ apis: 2, worker: true, kv: { url: kv.url, mount: 'secret' } });
    for (const each of ['requester', 'filler', 'source_voter', 'security_voter'] as const)
      await world.people[each].enrollAndStepUp();
    agent = await startAgentOf(world, {
      apiUrl: world.stack.apis[1]!.url,
      vaultToken: KV_TOKEN,
      vaultAddress: kv.url,
    });
  }, 180_000);

  afterAll(async () => {
    await agent?.stop();
    await world?.close();
    await kv?.stop();
  });

  it('is requested without any value', async () => {
    request = await world.submit('both_votes');
    expect(request).toMatchObject({
      type: 'cross_team',
      operation: 'patch',
      status: 'pending_values',
      direct: false,
      project_id: world.project.id,
      source_project_id: world.project.id,
      environment_id: world.target.environment,
      target_team_id: world.target.team,
      target_project_id: world.target.project,
      target_environment_id: world.target.environment,
      provider_connection_id: world.connection.id,
      destination_provider_connection_id: world.connection.id,
      secret_ref: 'both_votes/apps/shop',
      destination_secret_ref: 'both_votes/apps/shop',
      keys: ['user', 'password'],
      destination_keys: ['user', 'password'],
      justification: 'the shop needs it',
      filled_by_user_id: null,
      filled_at: null,
      fill_comment: null,
      min_approvers: 1,
      snap_min_approvers: 1,
      snap_requires_security_approval: true,
      approvals_count: 0,
    });
    expect(request.fill_expires_at).toBe(request.expires_at);
    expect(Date.parse(request.fill_expires_at) - Date.parse(request.created_at)).toBeGreaterThan(86_300_000);
    expect(await summaries()).toEqual([]);
  });

  it('is filled with exactly the requested keys', async () => {
    const { filler } = world.people;
    const wrong = { key_values: { user: 'AA==', token: 'AA==' } };
    const refused = await filler.post(`/requests/${request.id}/fill`, wrong);
    expect([codeOf(refused), refused.body.missing, refused.body.unexpected]).toEqual([
      '400 cross_team_keys_mismatch',
      ['password'],
      ['token'],
    ]);
    expect(refused.body).not.toHaveProperty('code');
    const empty = await filler.post(`/requests/${request.id}/fill`, { key_values: {} });
    expect([codeOf(empty), empty.body.missing]).toEqual([
      '400 cross_team_keys_mismatch',
      ['user', 'password'],
    ]);
    for (const key_values of [{ user: 'not base64', password: 'AA==' }, [], null, { 'a b': 'AA==' }]) {
      const malformed = await filler.post(`/requests/${request.id}/fill`, { key_values });
      expect(codeOf(malformed)).toBe('400 validation_failed');
      expect(JSON.stringify(malformed.body)).not.toContain('not base64');
    }
    const filled = await world.act(request.id, 'fill', filler);
    expect(filled.body).toMatchObject({
      status: 'pending_verification',
      filled_by_user_id: filler.userId,
      filled_at: expect.any(String),
      fill_comment: 'from the safe',
    });
  });

  it('shows the requester wraps at once, but no value before the votes are cast', async () => {
    const wraps = await summaries();
    expect(wraps.map((wrap: any) => [wrap.key_name, wrap.status])).toEqual([
      ['password', 'available'],
      ['user', 'available'],
    ]);
    const early = await world.people.requester.get(`/requests/${request.id}/wraps/${wraps[0].wrap_id}`);
    expect(codeOf(early)).toBe('409 request_status_invalid_transition');
    const session = await world.people.requester.post('/reveal-sessions', { access_request_id: request.id });
    expect(codeOf(session)).toBe('409 request_status_invalid_transition');
    expect((await summaries()).map((wrap: any) => wrap.status)).toEqual(['available', 'available']);
  });

  it('is verified by the source project and by security, and each answer names the missing votes', async () => {
    const source = await world.act(request.id, 'approve_source', world.people.source_voter);
    expect([source.status, source.body]).toEqual([
      200,
      {
        vote_recorded: true,
        voted_as: 'source',
        source_votes: 1,
        security_approval_required: true,
        security_vote_present: false,
        next_required: ['security_approval'],
      },
    ]);
    const another = await world.act(request.id, 'approve_source', world.people.other);
    expect(another.body).toMatchObject({ source_votes: 2, next_required: ['security_approval'] });
    const security = await world.act(request.id, 'approve_security', world.people.security_voter);
    expect([security.status, security.body]).toEqual([
      200,
      {
        vote_recorded: true,
        voted_as: 'security',
        source_votes: 2,
        security_approval_required: true,
        security_vote_present: true,
        next_required: [],
      },
    ]);
  });

  it('is written to the destination by its agent', async () => {
    const executed = await eventually(async () => {
      const row = await world.read(request.id);
      return row.status === 'executed' ? row : null;
    }, 'executed');
    expect(executed.approvals.map((vote: any) => [vote.voted_as, vote.decision])).toEqual([
      ['source', 'approve'],
      ['source', 'approve'],
      ['security', 'approve'],
    ]);
    const stored = await fetch(`${kv.url}/v1/secret/data/both_votes/apps/shop`, {
      headers: { 'x-vault-token': KV_TOKEN },
    });
    expect(((await stored.json()) as any).data.data).toEqual(VALUES);
  });

  it('is revealed to the requester alone, once', async () => {
    const { requester, filler } = world.people;
    const opened = await requester.post('/reveal-sessions', { access_request_id: request.id });
    expect(opened.body.wraps.map((wrap: any) => wrap.key_name)).toEqual(['password', 'user']);
    const path = `/requests/${request.id}/wraps/${opened.body.wraps[0].wrap_id}`;
    expect(codeOf(await filler.get(path))).toBe('403 not_requester');
    const revealed = await requester.get(path);
    expect(Buffer.from(revealed.body.value, 'base64').toString()).toBe(VALUES.password);
    expect(codeOf(await requester.get(path))).toBe('410 wrap_consumed');
  });

  it('has every step in the audit log, under one correlation id', async () => {
    const events = await world.sql(
      'SELECT action, status, actor, metadata FROM audit_events WHERE correlation_id = $1',
      [request.correlation_id],
    );
    const count = (action: string, status = 'success') =>
      events.filter((event) => event.action === action && event.status === status).length;
    expect({
      submit: count('cross_team.submit'),
      fill: count('cross_team.fill'),
      verify: count('cross_team.verify'),
      wraps: count('wrap.create'),
      enqueue: count('job.enqueue'),
      executed: count('request.executed'),
      opened: count('reveal.session.opened'),
    }).toEqual({ submit: 1, fill: 1, verify: 3, wraps: 4, enqueue: 1, executed: 1, opened: 1 });
    const fill = events.find((event) => event.action === 'cross_team.fill');
    expect(fill).toMatchObject({
      actor: `user:${world.people.filler.userId}`,
      metadata: { key_names: ['user', 'password'] },
    });
  });

  it('shows the requester the reason of a refusal or rejection', async () => {
    const [refused, rejected] = [
      await world.reach('refused', 'both_votes'),
      await world.reach('rejected', 'both_votes'),
    ];
    expect((await world.read(refused)).refuse_reason).toBe('this is not ours to give');
    expect((await world.read(rejected)).reject_reason).toBe('not like this');
    const { id } = await world.submit('both_votes');
    // Ten characters, however many units of UTF-16 those are, and blanks at the ends are none.
    for (const reason of [
      'too short',
      '         x',
      '🔑'.repeat(9),
      'x'.repeat(2001),
      undefined,
      null,
      12,
      ['x'.repeat(10)],
    ]) {
      const answer = await world.people.filler.post(`/requests/${id}/refuse`, { reason });
      expect(codeOf(answer)).toBe('400 validation_failed');
    }
    const answer = await world.people.filler.post(`/requests/${id}/refuse`, { reason: '🔑'.repeat(10) });
    expect(codeOf(answer)).toBe('200');
  });

  it('may have any bytes under any key name, up to 64 KiB', async () => {
    const entries = [
      ['hasOwnProperty', Buffer.alloc(0)],
      ['prototype', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
      ['constructor', Buffer.from('\u0000\ud7ff\ue000\u{10ffff}\r\n ü')],
      ['a.b-c/D_9', Buffer.alloc(65_536, 0xff)],
    ] as const;
    const { requester, filler } = world.people;
    const { id } = await world.submit('no_vote', { destination_keys: entries.map(([key]) => key) });
    const body = (more = 0): string => {
      const members = entries.map(([key, bytes]) => {
        const sent = key === 'a.b-c/D_9' ? Buffer.alloc(bytes.length + more, 0xff) : bytes;
        return `${JSON.stringify(key)}: "${sent.toString('base64')}"`;
      });
      return `{"key_values": {${members.join(', ')}}}`;
    };
    expect(codeOf(await filler.call('POST', `/requests/${id}/fill`, body(1)))).toBe('400 validation_failed');
    // The store takes text only: its agent would fail the job, which destroys the wraps.
    await agent.suspended(async () => {
      expect(codeOf(await filler.call('POST', `/requests/${id}/fill`, body()))).toBe('200');
      const wraps = (await requester.get(`/requests/${id}/wraps`)).body;
      for (const [key, bytes] of entries) {
        const { wrap_id } = wraps.find((wrap: any) => wrap.key_name === key);
        const revealed = await requester.get(`/requests/${id}/wraps/${wrap_id}`);
        expect([key, revealed.body.value ?? codeOf(revealed)]).toEqual([key, bytes.toString('base64')]);
      }
    });
  });

  it('completes with a source vote where no other is required, and on a rejection', async () => {
    const [one, other] = [
      await world.reach('awaiting_source', 'source_vote'),
      await world.reach('awaiting_both', 'both_votes'),
    ];
    expect((await world.act(one, 'approve_source', world.people.other)).body).toEqual({
      vote_recorded: true,
      voted_as: 'source',
      source_votes: 1,
      security_approval_required: false,
      security_vote_present: false,
      next_required: [],
    });
    expect((await world.act(other, 'reject_security', world.people.other)).body).toEqual({
      vote_recorded: true,
      voted_as: 'security',
      source_votes: 0,
      security_approval_required: true,
      security_vote_present: false,
      next_required: [],
    });
    const first = await world.reach('awaiting_both', 'both_votes');
    expect((await world.act(first, 'approve_security', world.people.other)).body).toMatchObject({
      source_votes: 0,
      security_vote_present: true,
      next_required: ['source_approval'],
    });
  });

  it('is written at once when the workflow requires no vote', async () => {
    const { id } = await world.submit('no_vote');
    const filled = await world.act(id, 'fill', world.people.filler);
    expect(['approved', 'executed']).toContain(filled.body.status);
    await eventually(async () => (await world.read(id)).status === 'executed', 'executed');
    expect(codeOf(await world.act(id, 'approve_source', world.people.other))).toBe(
      '409 cross_team_status_invalid_transition',
    );
  });

  it('fails when its agent fails, and leaves nothing to reveal', async () => {
    kv.seal(true);
    const { id } = await world.submit('no_vote');
    await world.act(id, 'fill', world.people.filler);
    const failed = await eventually(async () => {
      const row = await world.read(id);
      return row.status === 'failed' ? row : null;
    }, 'failed');
    kv.seal(false);
    expect(failed.error).toEqual(expect.any(String));
    const wraps = await world.people.requester.get(`/requests/${id}/wraps`);
    expect(wraps.body.map((wrap: any) => wrap.status)).toEqual(['expired', 'expired']);
  });

  it('leaves its values nowhere', async () => {
    expect(await leaksOfStack(world.stack, agent)).toEqual([]);
  });
});
