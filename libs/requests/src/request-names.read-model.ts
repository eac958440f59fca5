import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { EnvironmentKind } from '#libs/policy-engine';
import { personNameSql } from '#libs/users';

/** Names of the objects that a request refers to; null for a deleted one, whose id the request keeps (D86). */
export interface RequestNames {
  readonly project: string;
  readonly environment: string | null;
  readonly environment_kind: EnvironmentKind | null;
  readonly risk_level: number | null;
  readonly connection: string | null;
  readonly connection_type: string | null;
  readonly workflow: string | null;
  /** The display name, else the e-mail. */
  readonly requester: string;
  /** The next four are set for cross-team requests. */
  readonly source_project: string | null;
  readonly target_team: string | null;
  readonly target_project: string | null;
  readonly filled_by: string | null;
}

const NAMES = `SELECT r.id, p.name AS project, e.name AS environment, e.kind AS environment_kind, e.risk_level,
    c.name AS connection, c.type AS connection_type, w.name AS workflow, ${personNameSql('u')} AS requester,
    CASE WHEN r.type = 'cross_team' THEN p.name END AS source_project, tt.name AS target_team,
    tp.name AS target_project, ${personNameSql('f')} AS filled_by
  FROM access_requests r
    JOIN projects p ON p.id = r.project_id
    JOIN users u ON u.id = r.requester_id
    LEFT JOIN environments e ON e.id = r.environment_id
    LEFT JOIN provider_connections c ON c.id = r.provider_connection_id
    LEFT JOIN workflows w ON w.id = r.workflow_id
    LEFT JOIN teams tt ON tt.id = r.target_team_id
    LEFT JOIN projects tp ON tp.id = r.target_project_id
    LEFT JOIN users f ON f.id = r.filled_by_user_id
  WHERE r.id = ANY ($1::uuid[])`;

/** Reads the names of the objects that requests refer to. */
@Injectable()
export class RequestNamesReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the names for each request, by its id.
   *
   * @param requests visible to the caller; not checked here
   * @param expand undefined when the caller did not request names; the result is then empty
   */
  async of(
    requests: readonly { readonly id: string }[],
    expand: 'names' | undefined,
  ): Promise<ReadonlyMap<string, RequestNames>> {
    if (expand === undefined || requests.length === 0) return new Map();
    const ids = requests.map((request) => request.id);
    const rows = await this.database.query<RequestNames & { id: string }>(NAMES, [ids]);
    return new Map(rows.map(({ id, ...names }) => [id, names]));
  }
}
