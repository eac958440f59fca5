import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { ObservedApplication } from './domain/observed-application.js';

/** Maximum number of past states per application. */
const MAX_PAST_STATES = 100;

const STATE = ['sync_status', 'health_status', 'revision'];
const columnsOf = (row: string, columns: readonly string[]): string =>
  `(${columns.map((column) => `${row}.${column}`).join(', ')})`;
const state = (row: string): string => columnsOf(row, STATE);
/** Every member of an observation except its time: a change of any is audited. */
const contentOf = (row: string): string =>
  columnsOf(row, [...STATE, 'project', 'repo_url', 'path', 'target_revision']);

/**
 * Records a whole report in one statement: an ended state becomes a past one, the newest replaces it, and an unchanged one
 * gets a later time. An observation older than the stored one changes nothing. A time in the future is replaced by the
 * database's, since later correct ones would otherwise seem older.
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

/** An application observed for the first time, or in a changed state. */
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

/** Writes observations of applications. */
@Injectable()
export class ObservationStore {
  /**
   * Writes a report. The caller has locked the endpoint's row, which serializes reports of one endpoint.
   *
   * @param applications without duplicates
   * @returns how many were not older than the stored ones, and those that are new or changed
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
