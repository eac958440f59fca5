import { Injectable } from '@nestjs/common';
import { type AgeOrder, Conditions, Database, listRows } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import type { JobStatus } from './domain/job-state.js';
import { JOB_COLUMNS, type JobKind } from './job.js';
import { jobErrors } from './jobs.errors.js';

/** A job as administrators see it. */
export interface JobSummary {
  readonly id: string;
  readonly kind: JobKind;
  readonly status: JobStatus;
  readonly connectionId: string | null;
  readonly requestId: string | null;
  readonly agentId: string | null;
  readonly attempt: number;
  readonly error: string | null;
  readonly correlationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which jobs to list; all conditions must hold. */
export interface JobFilter {
  readonly status?: JobStatus;
  readonly kind?: JobKind;
  readonly connectionId?: string;
  readonly agentId?: string;
  /** ISO time; inclusive. */
  readonly since?: string;
}

const COLUMNS = `${JOB_COLUMNS}, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Reads jobs. */
@Injectable()
export class JobReadModel {
  constructor(private readonly database: Database) {}

  /** @throws DomainError job_not_found */
  async get(id: string): Promise<JobSummary> {
    const sql = `SELECT ${COLUMNS} FROM jobs WHERE id = $1`;
    const [job] = await this.database.query<JobSummary>(sql, [id]);
    if (!job) throw jobErrors.notFound();
    return job;
  }

  /** Returns a page of jobs from an index of one of its filters. */
  async list(
    filter: JobFilter,
    page: PageRequest,
    order: AgeOrder = 'created_at',
  ): Promise<Page<JobSummary>> {
    const conditions = new Conditions();
    const where = conditionsOf(filter, conditions);
    const [age, at] = ageOf(filter);
    if (filter.since !== undefined) where.push(`${age} >= ${at(conditions.bind(filter.since))}`);
    const query = {
      source: `SELECT ${COLUMNS}, ${cursorColumn('created_at')} FROM jobs`,
      ...{ where, parameters: conditions.parameters, table: 'jobs' },
      order: {
        columns: [age, 'id'],
        descending: order === '-created_at',
        position: (time: string, id: string) => `${at(time)}, ${id}::uuid`,
      },
    };
    return listRows<JobSummary & { readonly cursor_at: string }>(this.database.lists, query, page);
  }
}

function conditionsOf({ status, kind, connectionId, agentId }: JobFilter, conditions: Conditions): string[] {
  const where: string[] = [];
  if (connectionId !== undefined) where.push(`provider_connection_id = ${conditions.bind(connectionId)}`);
  if (agentId !== undefined) where.push(`agent_id = ${conditions.bind(agentId)}`);
  // A literal: the planner can't match a partial index with a parameter.
  if (status !== undefined) where.push(`status = '${status}'`);
  if (kind !== undefined) where.push(`kind = '${kind}'`);
  return where;
}

/** Returns the time column of the filter's index, and how to cast a parameter to its type. */
function ageOf({ status, kind, connectionId, agentId }: JobFilter): [string, (time: string) => string] {
  const common = (kind ?? 'read') === 'read' && (status ?? 'succeeded') === 'succeeded';
  if (common && (connectionId ?? agentId) === undefined)
    return ['created_at', (time) => `${time}::timestamptz`];
  const utc = "AT TIME ZONE 'UTC'";
  return [`(created_at ${utc})`, (time) => `(${time}::timestamptz ${utc})`];
}
