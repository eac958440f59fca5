import type pg from 'pg';
import { newId } from '#libs/core';
import {
  insertPeople,
  type StoredPerson,
  type StoredPlace,
} from '../../libs/requests/src/testing/executed-reads.js';

/** A project whose environment sees one connection, under a workflow of one approval. */
export async function insertPlace(pool: pg.Pool): Promise<StoredPlace> {
  const [admin] = (await insertPeople(pool, 1)) as [StoredPerson];
  const [projectId, environmentId, connectionId] = [newId(), newId(), newId()];
  await pool.query(`INSERT INTO projects (id, name, created_by) VALUES ($1, 'bench', $2)`, [
    projectId,
    admin.userId,
  ]);
  await pool.query(
    `INSERT INTO environments (id, project_id, name, type, kind, risk_level) VALUES ($1, $2, 'dev', 'dev', 'non_prod', 0)`,
    [environmentId, projectId],
  );
  await pool.query(
    `INSERT INTO provider_connections (id, name, type, cluster_name, scope) VALUES ($1, 'bench', 'vault', 'main', '{}')`,
    [connectionId],
  );
  await pool.query(
    'INSERT INTO provider_connection_bindings (id, connection_id, project_id) VALUES ($1, $2, $3)',
    [newId(), connectionId, projectId],
  );
  return { projectId, environmentId, connectionId };
}
