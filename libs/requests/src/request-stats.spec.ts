import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '#libs/database';
import { RequestService } from './decide/requests.service.js';
import { type CountsOfKind, RequestStatsReadModel } from './request-stats.read-model.js';
import { openWorld, type World } from './testing/request-world.js';

type Counts = Partial<Omit<CountsOfKind, 'environment_kind'>>;

/** A request as it ended: columns that differ from those of a read in dev that waits for one vote for a day. */
interface Case {
  readonly name: string;
  readonly columns: Record<string, string | number | boolean>;
  readonly counts: Counts;
}

const DAY = '2026-03-14';
const ASKED = `${DAY}T10:00:00Z`;
/** The future of any run. */
const LATER = '9999-01-01T00:00:00Z';
const at = (time: string): string => `${DAY}T${time}Z`;
const decided = (seconds: number): Counts => ({ median_seconds_to_decision: seconds });
const approved = { approved_at: at('10:01:00'), status_before: 'pending', status: 'approved' };
const crossTeam = { type: 'cross_team', operation: 'patch', status: 'pending_values' };

const CASES: readonly Case[] = [
  { name: 'waits for a vote', columns: { expires_at: LATER }, counts: {} },
  {
    name: 'was approved',
    columns: { ...approved, expires_at: LATER },
    counts: { approved: 1, ...decided(60) },
  },
  {
    name: 'was approved and carried out',
    columns: { ...approved, status_before: 'approved', status: 'executed', ended_at: at('11:00:00') },
    counts: { approved: 1, ...decided(60) },
  },
  {
    name: 'was approved and cancelled',
    columns: { ...approved, status_before: 'approved', status: 'cancelled', ended_at: at('11:00:00') },
    counts: { approved: 1, ...decided(60) },
  },
  {
    name: 'was approved and expired before an agent came',
    columns: { ...approved, status_before: 'approved', status: 'expired', ended_at: at('11:00:00') },
    counts: { approved: 1, ...decided(60) },
  },
  {
    name: 'needed no vote',
    columns: { ...approved, approved_at: ASKED, status_before: 'new', min_approvers: 0 },
    counts: { approved_at_once: 1 },
  },
  {
    name: 'needed no vote and expired',
    columns: { approved_at: ASKED, status_before: 'approved', status: 'expired', min_approvers: 0 },
    counts: { approved_at_once: 1 },
  },
  {
    name: 'is a direct reveal',
    columns: { ...approved, approved_at: ASKED, operation: 'reveal', status_before: 'new', direct: true },
    counts: { approved_at_once: 1 },
  },
  {
    name: 'was rejected',
    columns: { status_before: 'pending', status: 'rejected', ended_at: at('10:02:00') },
    counts: { rejected: 1, ...decided(120) },
  },
  {
    name: 'was cancelled while it waited',
    columns: { status_before: 'pending', status: 'cancelled', ended_at: at('10:02:00') },
    counts: {},
  },
  {
    name: 'expired without a vote',
    columns: { status_before: 'pending', status: 'expired', ended_at: at('11:00:00') },
    counts: { expired_unseen: 1 },
  },
  {
    name: 'is overdue without a vote, which is not written yet',
    columns: { expires_at: at('11:00:00') },
    counts: { expired_unseen: 1 },
  },
  {
    name: 'expired with one vote of two',
    columns: { status_before: 'pending', status: 'expired', min_approvers: 2, approvals_count: 1 },
    counts: {},
  },
  {
    name: 'of another team waits for its values',
    columns: { ...crossTeam, expires_at: LATER },
    counts: {},
  },
  {
    name: 'of another team expired before its values came',
    columns: { ...crossTeam, status_before: 'pending_values', status: 'expired' },
    counts: { expired_unseen: 1 },
  },
  {
    name: 'of another team was refused',
    columns: { ...crossTeam, status_before: 'pending_values', status: 'refused', ended_at: at('10:00:30') },
    counts: { refused: 1, ...decided(30) },
  },
  {
    name: 'of another team was rejected after the values came',
    columns: {
      ...crossTeam,
      status_before: 'pending_verification',
      status: 'rejected',
      ended_at: at('13:00:00'),
    },
    counts: { rejected: 1, ...decided(10_800) },
  },
  {
    name: 'of another team was approved with its values, without a vote',
    columns: { ...crossTeam, ...approved, status_before: 'pending_values', min_approvers: 0 },
    counts: { approved: 1, ...decided(60) },
  },
];

describe('request statistics', () => {
  let world: World;
  let stats: RequestStatsReadModel;
  beforeAll(async () => {
    world = await openWorld();
    stats = world.app.get(RequestStatsReadModel);
  });
  afterAll(() => world.close());

  /** Inserts a read that was asked at a time and otherwise differs by these columns. */
  async function insert(createdAt: string, columns: Case['columns'] = {}): Promise<void> {
    const row: Record<string, unknown> = {
      ...{
        id: randomUUID(),
        type: 'read',
        operation: 'read',
        status: 'pending',
        keys: ['k'],
        secret_ref: 'apps/web',
      },
      ...{ requester_id: world.requester.userId, project_id: world.projectId, environment_id: world.devId },
      ...{
        provider_connection_id: world.connectionId,
        workflow_id: randomUUID(),
        policy_rule_id: randomUUID(),
      },
      ...{ requires_mfa: false, min_approvers: 1, allow_self_approval: false, correlation_id: randomUUID() },
      ...{ wrap_ttl_created_seconds: 60, wrap_ttl_approved_seconds: 60, wrap_ttl_claimed_seconds: 60 },
      ...{ created_at: createdAt, expires_at: at('11:00:00'), ...columns },
      ...(columns['type'] === 'cross_team'
        ? { target_team_id: world.teamId, target_project_id: world.projectId }
        : {}),
    };
    const names = Object.keys(row);
    const places = names.map((_, n) => `$${n + 1}`);
    await world.database.query(
      `INSERT INTO access_requests (${names.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }

  const empty = () => world.database.query('TRUNCATE access_requests CASCADE');
  const counts = (kind: CountsOfKind['environment_kind'], found: Counts = {}): CountsOfKind => ({
    ...{ environment_kind: kind, asked: 0, approved_at_once: 0, approved: 0, rejected: 0, refused: 0 },
    ...{ expired_unseen: 0, median_seconds_to_decision: null, ...found },
  });
  const of = async (since: string, until: string) => stats.byDay({ since, until });

  it.each(CASES)('count a request that $name', async ({ columns, counts: found }) => {
    await empty();
    await insert(ASKED, columns);
    const [day] = await of(DAY, '2026-03-15');
    expect(day!.by_environment_kind).toEqual([counts('non_prod', { asked: 1, ...found }), counts('prod')]);
  });

  it('contain every day in order, also before the first and after the last request', async () => {
    await empty();
    await insert('2024-02-29T12:00:00Z');
    const found = await of('2024-02-27', '2024-03-02');
    expect(found.map(({ day }) => day)).toEqual(['2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01']);
    const asked = found.map(({ by_environment_kind: kinds }) => kinds.map((each) => each.asked).join());
    expect(asked).toEqual(['0,0', '0,0', '1,0', '0,0']);
  });

  it('split days at midnight UTC, to the microsecond', async () => {
    await empty();
    for (const time of ['13T23:59:59.999999Z', '14T00:00:00Z', '14T23:59:59.999999Z', '15T00:00:00Z'])
      await insert(`2026-03-${time}`);
    const asked = async (since: string, until: string) =>
      (await of(since, until)).map(({ by_environment_kind: [dev] }) => dev!.asked);
    expect(await asked('2026-03-13', '2026-03-16')).toEqual([1, 2, 1]);
    expect(await asked(DAY, '2026-03-15')).toEqual([2]);
  });

  it('separate environment kinds, also of deleted environments', async () => {
    await empty();
    await insert(ASKED, { environment_id: world.prodId, status_before: 'pending', status: 'expired' });
    await insert(ASKED, { environment_id: randomUUID() });
    await insert(ASKED, { environment_id: randomUUID(), expires_at: LATER });
    const [day] = await of(DAY, '2026-03-15');
    expect(day!.by_environment_kind).toEqual([
      counts('non_prod'),
      counts('prod', { asked: 1, expired_unseen: 1 }),
      counts(null, { asked: 2, expired_unseen: 1 }),
    ]);
  });

  it.each([
    [[10], 10],
    [[10, 20], 15],
    [[10, 30, 1000], 30],
    [[1, 2, 2, 90_000], 2],
    [[86_400 * 40], 3_456_000],
  ])('report the median of decisions after %j seconds: %i', async (seconds, median) => {
    await empty();
    const asked = new Date(ASKED).getTime();
    for (const [n, each] of seconds.entries()) {
      const then = new Date(asked + each * 1000).toISOString();
      const rejected = { status_before: 'pending', status: 'rejected', ended_at: then };
      await insert(ASKED, n % 2 === 0 ? { ...approved, approved_at: then } : rejected);
    }
    const [day] = await of(DAY, '2026-03-15');
    expect(day!.by_environment_kind[0]!.median_seconds_to_decision).toBe(median);
  });

  it('count requests submitted and decided through the services', async () => {
    await empty();
    const service = world.app.get(RequestService);
    const [yes, no, left] = [await world.submitRead(), await world.submitRead(), await world.submitRead()];
    await service.approve(world.approver, yes, { comment: null });
    await service.reject(world.approver, no, { reason: 'no' });
    await world.outOfTime('access_requests', left);
    await world.workflow('min_approvers', 0);
    await world.submitRead();
    await world.workflow('min_approvers', 2);
    const half = await world.submitRead();
    await service.approve(world.approver, half, { comment: null });
    await world.outOfTime('access_requests', half);
    // The day may end meanwhile.
    const { since, until } = around(new Date());
    const found = (await of(since, until)).map(({ by_environment_kind: [dev] }) => dev!);
    const sum = (member: keyof Counts): number => found.reduce((all, each) => all + (each[member] ?? 0), 0);
    const members = [
      'asked',
      'approved_at_once',
      'approved',
      'rejected',
      'refused',
      'expired_unseen',
    ] as const;
    expect(members.map(sum)).toEqual([5, 1, 1, 1, 0, 1]);
  });

  it('do not depend on the time zone of the connection', async () => {
    await empty();
    await insert(`${DAY}T23:30:00Z`);
    const found = await world.database.transaction(async (tx) => {
      await tx.query(`SET LOCAL timezone = 'Pacific/Auckland'`);
      const lists: Database['lists'] = { query: (sql, parameters) => tx.query(sql, parameters) };
      return new RequestStatsReadModel({ lists } as Database).byDay({
        since: '2026-03-13',
        until: '2026-03-16',
      });
    });
    expect(found.map(({ by_environment_kind: [dev] }) => dev!.asked)).toEqual([0, 1, 0]);
  });
});

function around(now: Date): { since: string; until: string } {
  const day = (days: number): string =>
    new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return { since: day(-1), until: day(2) };
}
