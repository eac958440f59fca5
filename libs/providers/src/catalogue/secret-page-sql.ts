import { Conditions, containsPattern, prefixPattern } from '#libs/database';
import type { PageRequest } from '#libs/core';
import type { RarestLabel } from './rarest-label.js';
import type { Label, SecretFilter } from './secret-filter.js';

/** A statement that selects a page of `secrets`, and its order. */
export interface SecretPageSql {
  readonly sql: string;
  readonly order: string;
  readonly parameters: readonly unknown[];
}

/** An order of the list: its expression, written as in the filter's index. */
interface Order {
  readonly columns: string;
  /** Returns the cursor's position in terms of those columns. */
  position(after: NonNullable<PageRequest['after']>, conditions: Conditions): string;
}

const byTime = (columns: string, zone = ''): Order => ({
  columns,
  position: (after, conditions) =>
    `${conditions.bind(after.at)}::timestamptz ${zone}, ${conditions.bind(after.id)}::uuid`,
});

const BY_TIME = byTime('s.created_at, s.id');
const BY_FILTERED_TIME = byTime("(s.created_at AT TIME ZONE 'UTC'), s.id", "AT TIME ZONE 'UTC'");
const BY_LABELLED_TIME = byTime('l.created_at, l.secret_id');

/** The cursor contains the ref of its row, which is immutable. */
const BY_REF: Order = {
  columns: 's.ref COLLATE "C", s.id',
  position: (after, conditions) => {
    const id = `${conditions.bind(after.id)}::uuid`;
    return `(SELECT r.ref FROM secrets r WHERE r.id = ${id}), ${id}`;
  },
};

/** A list of bound secrets is ordered by id, like the index on bindings; ids are ordered by time. */
const BY_ID: Order = {
  columns: 's.id',
  position: (after, conditions) => `${conditions.bind(after.id)}::uuid`,
};

/** Returns whether the bindings of a project or environment are looked up first. */
export const isPlaced = ({ environmentId, projectId }: SecretFilter): boolean =>
  (environmentId ?? projectId) !== undefined;

/**
 * Selects one row more than the page's limit, from the index for the filter: that of the rarest label, if one is rare, else
 * that of the prefix, even if all labels under it are common.
 */
export function secretPageSql(
  filter: SecretFilter,
  lead: RarestLabel | null,
  page: PageRequest,
): SecretPageSql {
  const conditions = new Conditions();
  const joins = [...placeJoins(filter, conditions), ...labelJoins(filter, lead, conditions)];
  const where = [...conditionsOf(filter, conditions), ...labelConditions(filter, lead, conditions)];
  const order = orderOf(filter);
  if (page.after) where.push(`(${order.columns}) > (${order.position(page.after, conditions)})`);
  const sql = `SELECT s.* FROM secrets s ${joins.join(' ')} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
    ORDER BY ${order.columns} LIMIT ${conditions.bind(page.limit + 1)}`;
  const outer = order === BY_REF || order === BY_ID ? order : BY_TIME;
  return { sql, order: outer.columns, parameters: conditions.parameters };
}

function placeJoins({ environmentId, projectId }: SecretFilter, conditions: Conditions): string[] {
  const joins: string[] = [];
  if (environmentId !== undefined)
    joins.push(`JOIN environment_secrets es
      ON es.secret_id = s.id AND es.environment_id = ${conditions.bind(environmentId)}`);
  if (projectId !== undefined)
    joins.push(`JOIN (SELECT DISTINCT es.secret_id FROM environments e JOIN environment_secrets es ON es.environment_id = e.id
      WHERE e.project_id = ${conditions.bind(projectId)}) p ON p.secret_id = s.id`);
  return joins;
}

/**
 * Returns the labels that are joined before the secrets: the rarest one, or, when none is rare and there is no prefix, all
 * of them, which the planner merges by their common order.
 */
function labelJoins(
  { labels, refPrefix }: SecretFilter,
  lead: RarestLabel | null,
  conditions: Conditions,
): string[] {
  if (lead === null || (refPrefix !== undefined && !lead.rare)) return [];
  const [first, ...others] = lead.rare ? [labels[lead.index]!] : labels;
  const merged = others.map(
    (label, index) => `JOIN secret_labels l${index} ON l${index}.label = ${labelText(label, conditions)}
      AND (l${index}.created_at, l${index}.secret_id) = (l.created_at, l.secret_id)`,
  );
  return [
    `JOIN secret_labels l ON l.label = ${labelText(first!, conditions)} AND l.secret_id = s.id`,
    ...merged,
  ];
}

/**
 * Returns a condition for each label that is not joined; two values of one label never match. Beside a rare label it is looked
 * up by its whole key, row by row: OFFSET prevents the planner from turning it into a join.
 */
function labelConditions(filter: SecretFilter, lead: RarestLabel | null, conditions: Conditions): string[] {
  const { labels, refPrefix } = filter;
  if (lead?.rare)
    return labels
      .filter((_, index) => index !== lead.index)
      .map(
        (label) => `EXISTS (SELECT FROM secret_labels o WHERE o.label = ${labelText(label, conditions)}
          AND o.created_at = l.created_at AND o.secret_id = l.secret_id OFFSET 0)`,
      );
  if (refPrefix === undefined && !isPlaced(filter)) return [];
  return labels.map(
    (label) => `s.labels ->> ${conditions.bind(label.name)}::text = ${conditions.bind(label.value)}`,
  );
}

function labelText(label: Label, conditions: Conditions): string {
  return `secret_label(${conditions.bind(label.name)}, ${conditions.bind(label.value)})`;
}

function orderOf(filter: SecretFilter): Order {
  const { refPrefix, labels, clusterName, provider, status, connectionId } = filter;
  if (isPlaced(filter)) return BY_ID;
  if (refPrefix !== undefined) return BY_REF;
  if (labels.length > 0) return BY_LABELLED_TIME;
  return (clusterName ?? provider ?? status ?? connectionId) === undefined ? BY_TIME : BY_FILTERED_TIME;
}

function conditionsOf(filter: SecretFilter, conditions: Conditions): string[] {
  const { clusterName, provider, refPrefix, status, connectionId, key, text } = filter;
  const where: string[] = [];
  if (clusterName !== undefined) where.push(`s.cluster_name = ${conditions.bind(clusterName)}`);
  if (provider !== undefined) where.push(`s.provider = ${conditions.bind(provider)}`);
  if (status !== undefined) where.push(`s.status = ${conditions.bind(status)}`);
  if (connectionId !== undefined) where.push(`s.provider_connection_id = ${conditions.bind(connectionId)}`);
  if (key !== undefined) where.push(`s.keys @> ARRAY[${conditions.bind(key)}::text]`);
  if (text !== undefined) where.push(`s.ref ILIKE ${conditions.bind(containsPattern(text))}`);
  if (refPrefix !== undefined)
    where.push(`s.ref COLLATE "C" LIKE ${conditions.bind(prefixPattern(refPrefix))}`);
  return where;
}
