import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import { SecretBytes } from '#libs/secret-bytes';
import type { Caller } from '#libs/permissions';
import { RequestService } from '#libs/requests';
import { DomainError } from '#libs/core';
import { grant, openWorld, type World } from '../../../requests/src/testing/request-world.js';
import { RevealModule } from '#libs/reveal';
import { canary } from '../../../../test/support/canary.js';
import { CrossTeamModule } from '../cross-team.module.js';
import { CrossTeamSubmission } from '../cross-team-submission.service.js';
import type { PersonAction, Snapshot } from '../domain/cross-team-stage.js';
import { FillService } from '../fill.service.js';
import { VerificationService } from '../verification.service.js';

const VALUES = { user: Buffer.from(canary('user')), password: Buffer.from(canary('password')) };

/** The world of requests, with a team that provides values. */
export interface HandOverWorld extends World {
  readonly target: { readonly team: string; readonly project: string; readonly environment: string };
  /** Returns a user who holds every permission. */
  almighty(): Promise<Caller>;
  submit(who: Caller, snapshot: Snapshot): Promise<string>;
  /** Returns `ok` or the error code. */
  act(id: string, action: PersonAction, who: Caller): Promise<string>;
  /** Returns the remaining lifetimes of an audience's live wraps in seconds, by key name. */
  secondsLeft(id: string, audience: 'agent' | 'requester'): Promise<number[]>;
  /** Returns how many of the request's wraps still hold a value. */
  liveWraps(id: string): Promise<number>;
}

const WORKFLOW: Readonly<Record<Snapshot, readonly [approvers: number, security: boolean]>> = {
  no_vote: [0, false],
  source_vote: [1, false],
  both_votes: [1, true],
};

/** @param modules further contexts */
export async function openHandOverWorld(...modules: DynamicModule[]): Promise<HandOverWorld> {
  const world = await openWorld({ modules: [CrossTeamModule, RevealModule, ...modules] });
  const { app, database } = world;
  const target = await buildTarget(world);
  const actions = actionsOf(world);
  return {
    ...world,
    target,
    almighty: () =>
      world.person(
        grant('secret.request'),
        grant('secret.value.provide'),
        grant('secret.approve'),
        grant('secret.security.approve'),
      ),
    submit: async (who, snapshot) => {
      const sql = 'UPDATE workflows SET min_approvers = $1, requires_security_approval = $2';
      await database.query(sql, [...WORKFLOW[snapshot]]);
      const { id } = await app.get(CrossTeamSubmission).submit(who, {
        targetTeamId: target.team,
        targetProjectId: target.project,
        targetEnvironmentId: target.environment,
        connectionId: world.connectionId,
        secretRef: 'apps/shop',
        keys: Object.keys(VALUES),
        sourceProjectId: world.projectId,
        justification: null,
      });
      return id;
    },
    act: (id, action, who) => codeOf(actions[action](id, who)),
    secondsLeft: async (id, audience) => {
      const sql = `SELECT extract(epoch FROM expires_at - clock_timestamp())::float8 AS left FROM wraps
        WHERE request_id = $1 AND audience = $2 AND ciphertext IS NOT NULL ORDER BY key_name`;
      return (await database.query<{ left: number }>(sql, [id, audience])).map((row) => row.left);
    },
    liveWraps: async (id) =>
      (await database.query('SELECT 1 FROM wraps WHERE request_id = $1 AND ciphertext IS NOT NULL', [id]))
        .length,
  };
}

function actionsOf({ app }: World): Record<PersonAction, (id: string, who: Caller) => Promise<unknown>> {
  const fills = app.get(FillService);
  const vote =
    (decision: 'approve' | 'reject', votedAs: 'source' | 'security') => (id: string, who: Caller) =>
      app.get(VerificationService).verify(who, id, { decision, votedAs, comment: null });
  const values = () => new Map(Object.entries(VALUES).map(([key, bytes]) => [key, SecretBytes.from(bytes)]));
  return {
    fill: (id, who) => fills.fill(who, id, { values: values(), comment: null }),
    refuse: (id, who) => fills.refuse(who, id, 'not ours to give'),
    cancel: (id, who) => app.get(RequestService).cancel(who, id, {}),
    approve_source: vote('approve', 'source'),
    approve_security: vote('approve', 'security'),
    reject_source: vote('reject', 'source'),
    reject_security: vote('reject', 'security'),
  };
}

async function buildTarget({ database, requester }: World): Promise<HandOverWorld['target']> {
  const [team, project, environment] = [randomUUID(), randomUUID(), randomUUID()];
  await database.query(`INSERT INTO teams (id, name) VALUES ($1, 'data')`, [team]);
  const closure = 'INSERT INTO team_closure (ancestor_id, descendant_id, depth) VALUES ($1, $1, 0)';
  await database.query(closure, [team]);
  const projects = `INSERT INTO projects (id, name, team_id, created_by) VALUES ($1, 'data-core', $2, $3)`;
  await database.query(projects, [project, team, requester.userId]);
  const environments = `INSERT INTO environments (id, project_id, name, type, kind, risk_level)
    VALUES ($1, $2, 'staging', 'staging', 'non_prod', 0)`;
  await database.query(environments, [environment, project]);
  return { team, project, environment };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
}
