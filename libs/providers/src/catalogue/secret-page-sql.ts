import { Conditions } from '#libs/database';
import type { PageRequest } from '#libs/core';
import type { RarestLabel } from './rarest-label.js';
import type { Label, SecretFilter } from './secret-filter.js';

/** A statement that finds a page of `secrets`, and the order of the list it is a page of. */
export interface SecretPageSql {
  readonly sql: string;
  readonly order: string;
  readonly parameters: readonly unknown[];
}

/** A place in a list: what gives its order, written as in the index that the filter leads with. */
interface Order {
  readonly columns: string;
  /** Returns the cursor's place as those columns have it. */
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

/** The cursor stands for the reference of the row it names, which never changes. */
const BY_REF: Order = {
  columns: 's.ref COLLATE "C", s.id',
  position: (after, conditions) => {
    const id = `${conditions.bind(after.id)}::uuid`;
    return `(SELECT r.ref FROM secrets r WHERE r.id = ${id}), ${id}`;
  },
};

/**
 * Returns one row more than the page's limit, from the index that the filter leads with: the rarest label's where there
 * is one, the prefix's else, also under a prefix whose labels are all common.
 */
export function secretPageSql(
  filter: SecretFilter,
  lead: RarestLabel | null,
  page: PageRequest,
): SecretPageSql {
  const conditions = new Conditions();
  const joins = labelJoins(filter, lead, conditions);
  const where = [...conditionsOf(filter, conditions), ...labelConditions(filter, lead, conditions)];
  const order = orderOf(filter);
  if (page.after) where.push(`(${order.columns}) > (${order.position(page.after, conditions)})`);
  const sql = `SELECT s.* FROM secrets s ${joins.join(' ')} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
    ORDER BY ${order.columns} LIMIT ${conditions.bind(page.limit + 1)}`;
  return { sql, order: (order === BY_REF ? BY_REF : BY_TIME).columns, parameters: conditions.parameters };
}

/**
 * Returns the labels that are looked up before the secrets: the rarest, or, where none is rare and no prefix leads, all of
 * them, which the planner merges in the order that their rows have.
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
 * A condition for each label that is not joined; two values of one label never widen to the last of them. Beside a rare
 * label it is looked up by its whole key, row by row: OFFSET keeps the planner from making a join of it.
 */
function labelConditions(
  { labels, refPrefix }: SecretFilter,
  lead: RarestLabel | null,
  conditions: Conditions,
): string[] {
  if (lead?.rare)
    return labels
      .filter((_, index) => index !== lead.index)
      .map(
        (label) => `EXISTS (SELECT FROM secret_labels o WHERE o.label = ${labelText(label, conditions)}
          AND o.created_at = l.created_at AND o.secret_id = l.secret_id OFFSET 0)`,
      );
  if (refPrefix === undefined) return [];
  return labels.map(
    (label) => `s.labels ->> ${conditions.bind(label.name)}::text = ${conditions.bind(label.value)}`,
  );
}

function labelText(label: Label, conditions: Conditions): string {
  return `secret_label(${conditions.bind(label.name)}, ${conditions.bind(label.value)})`;
}

function orderOf({ refPrefix, labels, clusterName, provider, status }: SecretFilter): Order {
  if (refPrefix !== undefined) return BY_REF;
  if (labels.length > 0) return BY_LABELLED_TIME;
  return (clusterName ?? provider ?? status) === undefined ? BY_TIME : BY_FILTERED_TIME;
}

function conditionsOf(filter: SecretFilter, conditions: Conditions): string[] {
  const { clusterName, provider, refPrefix, status } = filter;
  const where: string[] = [];
  if (clusterName !== undefined) where.push(`s.cluster_name = ${conditions.bind(clusterName)}`);
  if (provider !== undefined) where.push(`s.provider = ${conditions.bind(provider)}`);
  if (status !== undefined) where.push(`s.status = ${conditions.bind(status)}`);
  if (refPrefix !== undefined)
    where.push(`s.ref COLLATE "C" LIKE ${conditions.bind(`${escaped(refPrefix)}%`)}`);
  return where;
}

/** Returns the text as LIKE takes it literally. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
