import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { ObservedApplication } from './domain/observed-application.js';

/** How many earlier states of an application are kept. */
const MAX_PAST_STATES = 100;

const STATE = ['sync_status', 'health_status', 'revision'];
const columnsOf = (row: string, columns: readonly string[]): string =>
  `(${columns.map((column) => `${row}.${column}`).join(', ')})`;
const state = (row: string): string => columnsOf(row, STATE);
/** All that a report says of an application but when it was seen: another value of any is a change, and audited. */
const contentOf = (row: string): string =>
  columnsOf(row, [...STATE, 'project', 'repo_url', 'path', 'target_revision']);

/**
 * Takes a report whole, in one statement: a state that has ended moves to the past, the newest one takes its
 * place, and one that goes on is only seen longer. An observation that is older than what is known changes
 * nothing. A clock that runs ahead counts as ours, else a later correct one would be taken for older.
 * $1 endpoint, $2 applications as JSON.
 */
const RECORD = `WITH report AS MATERIALIZED (
    SELECT r.*, least(r.observed_at, statement_timestamp()) AS seen_at
    FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, namespace text, project text, repo_url text, path text,
      target_revision text, sync_status text, health_status text, revision text, observed_at timestamptz)),
  known AS MATERIALIZED (
    SELECT a.id, a.name, a.namespace, a.observed_at, a.state_since, a.sync_status, a.health_status, a.revision,
      a.project, a.repo_url, a.path, a.target_revision
    FROM report r JOIN gitops_applications a ON a.endpoint_id = $1 AND a.name = r.name AND a.namespace = r.namespace),
  past AS (
    INSERT INTO gitops_past_states (application_id, state_since, observed_at, sync_status, health_status, revision)
    SELECT k.id, k.state_since, k.observed_at, k.sync_status, k.health_status, k.revision
    FROM known k JOIN report r USING (name, namespace)
    WHERE k.observed_at < r.seen_at AND ${state('k')} IS DISTINCT FROM ${state('r')}
    RETURNING application_id),
  written AS (
    INSERT INTO gitops_applications AS a (id, endpoint_id, name, namespace, project, repo_url, path, target_revision,
      sync_status, health_status, revision, state_since, observed_at)
    SELECT id, $1, name, namespace, project, repo_url, path, target_revision,
      sync_status, health_status, revision, seen_at, seen_at FROM report
    ON CONFLICT ON CONSTRAINT uq_gitops_applications_name DO UPDATE
      SET (project, repo_url, path, target_revision, sync_status, health_status, revision, observed_at)
          = ROW (excluded.project, excluded.repo_url, excluded.path, excluded.target_revision,
            excluded.sync_status, excluded.health_status, excluded.revision, excluded.observed_at),
        state_since = CASE WHEN ${state('a')} IS DISTINCT FROM ${state('excluded')}
          THEN excluded.observed_at ELSE a.state_since END,
        updated_at = clock_timestamp()
      WHERE a.observed_at < excluded.observed_at
    RETURNING a.id, a.name, a.namespace)
  SELECT (SELECT count(*) FROM report r LEFT JOIN known k USING (name, namespace)
      WHERE k.id IS NULL OR k.observed_at <= r.seen_at)::int AS recorded,
    ARRAY(SELECT application_id FROM past) AS past,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', w.id, 'name', name, 'namespace', namespace,
        'sync_status', r.sync_status, 'health_status', r.health_status, 'revision', r.revision) ORDER BY name, namespace)
      FROM written w JOIN report r USING (name, namespace) LEFT JOIN known k USING (name, namespace)
      WHERE k.id IS NULL OR ${contentOf('k')} IS DISTINCT FROM ${contentOf('r')}), '[]') AS changes`;

const FORGET = `DELETE FROM gitops_past_states p USING (
    SELECT application_id, state_since,
      row_number() OVER (PARTITION BY application_id ORDER BY state_since DESC) AS position
    FROM gitops_past_states WHERE application_id = ANY ($1::uuid[])) old
  WHERE p.application_id = old.application_id AND p.state_since = old.state_since AND old.position > $2`;

/** An application that was seen for the first time, or otherwise than before. */
export interface ChangedApplication {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly sync_status: string;
  readonly health_status: string;
  readonly revision: string | null;
}

interface Recorded {
  readonly recorded: number;
  readonly past: string[];
  readonly changes: ChangedApplication[];
}

/** Writes what agents see of applications. */
@Injectable()
export class ObservationStore {
  /**
   * Writes a report. The caller holds the endpoint's row, so that reports of one endpoint come one by one.
   *
   * @param applications each once
   * @returns how many of them were not older than what was known, and those that are new or changed
   */
  async record(
    tx: Tx,
    endpointId: string,
    applications: readonly ObservedApplication[],
  ): Promise<{ recorded: number; changes: readonly ChangedApplication[] }> {
    const report = JSON.stringify(applications.map((application) => ({ id: newId(), ...application })));
    const [row] = await tx.query<Recorded>(RECORD, [endpointId, report]);
    const { recorded, past, changes } = row as Recorded;
    if (past.length > 0) await tx.query(FORGET, [past, MAX_PAST_STATES]);
    return { recorded, changes };
  }
}
