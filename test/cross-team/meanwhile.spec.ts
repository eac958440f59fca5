import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, TestClient } from '../support/client.js';
import { enrollAgent } from '../support/enroll-agent.js';
import { created } from '../support/world.js';
import { codeOf, type CrossTeamWorld, openCrossTeamWorld } from './cross-team-world.js';

const ROUNDS = 10;
const WRONG = '409 cross_team_status_invalid_transition';

/** What an administrator changes around a request while people and agents act on it, over two api processes. */
describe('changes concurrent with acts on a cross-team request', () => {
  let world: CrossTeamWorld;
  let admin: TestClient;
  let place: { team: string; project: string; environment: string };
  let names = 0;

  beforeAll(async () => {
    world = await openCrossTeamWorld({ apis: 2 });
    admin = world.elsewhere(world.admin);
  }, 180_000);
  afterAll(() => world?.close());

  /** A target of its own for each round: what happens to it concerns nobody else. */
  async function newPlace(parent_id?: string): Promise<typeof place> {
    const name = `place-${(names += 1)}`;
    const team = created(await admin.post('/teams', { name, parent_id })).id;
    const project = created(await admin.post('/projects', { name, team_id: team })).id;
    const body = { project_id: project, name: 'staging', type: 'staging', risk_level: 0 };
    return { team, project, environment: created(await admin.post('/environments', body)).id };
  }
  const target = () => ({
    target_team_id: place.team,
    target_project_id: place.project,
    target_environment_id: place.environment,
  });
  const submitted = async (snapshot: 'source_vote' | 'both_votes' | 'no_vote'): Promise<string> =>
    (await world.submit(snapshot, target())).id;
  const filled = async (snapshot: 'source_vote' | 'both_votes'): Promise<string> => {
    const id = await submitted(snapshot);
    expect(codeOf(await world.act(id, 'fill', world.people.filler))).toBe('200');
    return id;
  };
  const rounds = async (work: () => Promise<void>): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) {
      place = await newPlace();
      await work();
    }
  };
  const stored = async (id: string): Promise<{ status: string; live: number; jobs: number }> => {
    const sql = `SELECT status, (SELECT count(*)::int FROM wraps w WHERE w.request_id = r.id AND w.ciphertext IS NOT NULL) AS live,
        (SELECT count(*)::int FROM jobs j WHERE j.request_id = r.id) AS jobs
      FROM access_requests r WHERE id = $1`;
    return (await world.sql(sql, [id]))[0];
  };
  const codes = async (...calls: Promise<Answer>[]): Promise<string[]> =>
    (await Promise.all(calls)).map(codeOf);
  const deleteEnvironment = () => admin.delete(`/environments/${place.environment}`);

  it('refuses or cancels a request whose environment is deleted concurrently', async () => {
    await rounds(async () => {
      const submit = { ...target(), destination_secret_ref: 'both_votes/x' };
      const [answer, deletion] = await Promise.all([
        world.people.requester.post('/requests/cross-team', {
          ...submit,
          destination_provider_connection_id: world.connection.id,
          destination_keys: ['k'],
        }),
        deleteEnvironment(),
      ]);
      expect(codeOf(deletion)).toBe('204');
      if (answer.status === 201) expect(await stored(answer.body.id)).toMatchObject({ status: 'cancelled' });
      else expect(codeOf(answer)).toBe('412 cross_team_invalid_target');
    });
  });

  it('cancels a request that is filled while its environment is deleted, and leaves no value', async () => {
    await rounds(async () => {
      const id = await submitted('both_votes');
      const [fill, deletion] = await codes(world.act(id, 'fill', world.people.filler), deleteEnvironment());
      expect(deletion).toBe('204');
      expect(['200', WRONG]).toContain(fill);
      expect(await stored(id)).toEqual({ status: 'cancelled', live: 0, jobs: 0 });
    });
  });

  it('lets either the last vote or the deletion of the environment win: an approved request continues (D86)', async () => {
    await rounds(async () => {
      const id = await filled('source_vote');
      const vote = world.act(id, 'approve_source', world.people.source_voter);
      const [voted, deletion] = await codes(vote, deleteEnvironment());
      expect(deletion).toBe('204');
      const approved = { status: 'approved', live: 4, jobs: 1 };
      const cancelled = { status: 'cancelled', live: 0, jobs: 0 };
      expect([voted, await stored(id)]).toEqual(voted === '200' ? ['200', approved] : [WRONG, cancelled]);
    });
  });

  it('refuses new requests for an archived team, and continues existing ones', async () => {
    await rounds(async () => {
      const id = await submitted('source_vote');
      const submit = (): Promise<Answer> =>
        world.people.requester.post('/requests/cross-team', {
          ...target(),
          destination_provider_connection_id: world.connection.id,
          destination_secret_ref: 'source_vote/x',
          destination_keys: ['k'],
        });
      const archive = admin.put(`/teams/${place.team}/status`, { status: 'archived' });
      const [fill, raced, archived] = await codes(
        world.act(id, 'fill', world.people.filler),
        submit(),
        archive,
      );
      expect([fill, archived]).toEqual(['200', '200']);
      expect(['201', '412 cross_team_invalid_target']).toContain(raced);
      expect(codeOf(await submit())).toBe('412 cross_team_invalid_target');
      expect(codeOf(await world.act(id, 'approve_source', world.people.other))).toBe('200');
    });
  });

  it('freezes one version of a workflow that is edited concurrently, never a mix', async () => {
    const workflow = created(await admin.post('/workflows', { name: 'edited', min_approvers: 1 })).id;
    const rule = { name: 'edited', selector: { type: 'cross_team', secret_ref_prefix: 'edited/' } };
    created(await admin.post('/policies', { ...rule, workflow_id: workflow, priority: 400 }));
    const versions = [
      { min_approvers: 0, requires_security_approval: false, fill_ttl_seconds: 100 },
      { min_approvers: 1, requires_security_approval: true, fill_ttl_seconds: 5000 },
    ];
    for (let round = 0; round < ROUNDS; round += 1) {
      const submits = Array.from({ length: 4 }, () =>
        world.submit('source_vote', { destination_secret_ref: 'edited/x' }),
      );
      const [edited, ...requests] = await Promise.all([
        admin.put(`/workflows/${workflow}`, versions[round % 2]),
        ...submits,
      ]);
      expect(codeOf(edited)).toBe('200');
      if (round === 0) continue;
      for (const { snap_min_approvers, snap_requires_security_approval, ...row } of requests) {
        const seconds = (Date.parse(row.fill_expires_at) - Date.parse(row.created_at)) / 1000;
        expect([snap_requires_security_approval, Math.round(seconds / 100)]).toEqual(
          snap_min_approvers === 0 ? [false, 1] : [true, 50],
        );
      }
    }
  });

  it('counts or refuses the vote of an approver whose role is revoked concurrently, and refuses it afterwards', async () => {
    const approver = await world.person('leaving-approver', null);
    const role = created(await admin.post('/roles', { name: 'leaving', permissions: ['secret.approve'] })).id;
    place = await newPlace();
    for (let round = 0; round < ROUNDS; round += 1) {
      const grant = created(
        await admin.post('/user-roles', {
          user_id: approver.userId,
          role_id: role,
          scope: { project_id: world.project.id },
        }),
      );
      const [id, later] = [await filled('source_vote'), await filled('source_vote')];
      const [vote, removal] = await codes(
        world.act(id, 'approve_source', approver),
        admin.delete(`/user-roles/${grant.id}`),
      );
      expect(removal).toBe('204');
      const denied = '403 permission_denied';
      const { status, jobs } = await stored(id);
      expect([vote, status, jobs]).toEqual(
        vote === '200' ? ['200', 'approved', 1] : [denied, 'pending_verification', 0],
      );
      expect(codeOf(await world.act(later, 'approve_source', approver))).toBe(denied);
      expect(await stored(later)).toMatchObject({ status: 'pending_verification', jobs: 0 });
    }
  });

  it('uses the target team’s place at the time of the fill, while teams are moved', async () => {
    const [above, aside] = [await newPlace(), await newPlace()];
    const provider = await world.person('provider-above', 'value_provider', {
      scope: { team_id: above.team },
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      place = await newPlace(above.team);
      const [away, back] = [await submitted('both_votes'), await submitted('both_votes')];
      for (const [id, parent_id] of [
        [away, aside.team],
        [back, above.team],
      ] as const) {
        const [fill, moved] = await codes(
          world.act(id, 'fill', provider),
          admin.put(`/teams/${place.team}`, { parent_id }),
        );
        expect(moved).toBe('200');
        const { status, live } = await stored(id);
        expect([fill, status, live]).toEqual(
          fill === '200'
            ? ['200', 'pending_verification', 4]
            : ['403 out_of_scope_team', 'pending_values', 0],
        );
      }
    }
  });

  it('is executed once when its agent is revoked while it reports, and by the next agent if the report is lost', async () => {
    const connection = await newConnection();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world.submit('no_vote', { destination_provider_connection_id: connection });
      const agent = await enroll(connection);
      expect(codeOf(await world.act(id, 'fill', world.people.filler))).toBe('200');
      const job = (await agent.post('/jobs/claim')).body;
      expect(job.request_id).toBe(id);
      const [report, revoked] = await codes(
        agent.post(`/jobs/${job.id}/complete`, { status: 'succeeded' }),
        admin.post(`/agents/${agent.id}/revoke`),
      );
      expect(revoked).toBe('200');
      if (report !== '204') {
        // Refused by the guard, or once its job is back in the queue.
        expect(['401 unauthorized', '409 job_not_claimed']).toContain(report);
        expect(await stored(id)).toMatchObject({ status: 'approved', live: 4 });
        const next = await enroll(connection);
        const again = (await next.post('/jobs/claim')).body;
        expect([again.id, again.attempt, again.wraps.length]).toEqual([job.id, 2, 2]);
        await next.post(`/jobs/${again.id}/complete`, { status: 'succeeded' });
        await admin.post(`/agents/${next.id}/revoke`);
      }
      expect(await stored(id)).toEqual({ status: 'executed', live: 2, jobs: 1 });
      const executed = `SELECT 1 FROM audit_events WHERE action = 'request.executed' AND resource = 'request:' || $1`;
      expect(await world.sql(executed, [id])).toHaveLength(1);
      expect(codeOf(await agent.post('/jobs/claim'))).toBe('401 unauthorized');
    }
  });

  interface Agent {
    readonly id: string;
    post(path: string, body?: object): Promise<Answer>;
  }

  /** One whose jobs are this story's alone. */
  async function newConnection(): Promise<string> {
    const scope = { address: 'http://127.0.0.1:1', kvMount: 'secret' };
    const body = { name: 'watched', type: 'vault', cluster_name: 'main', scope };
    const { id } = created(await admin.post('/provider-connections', body));
    created(await admin.post(`/provider-connections/${id}/bindings`, { project_id: world.project.id }));
    return id;
  }

  async function enroll(id: string): Promise<Agent> {
    const agent = await enrollAgent({ admin, connection: { id } });
    return { id: agent.id, post: (path, body = {}) => agent.call('POST', path, body) };
  }
});
