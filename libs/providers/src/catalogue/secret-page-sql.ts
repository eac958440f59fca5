import type { PageRequest } from '#libs/http';
import type { RarestLabel } from './rarest-label.js';
import type { Label, SecretFilter } from './secret-filter.js';

/** A statement that finds a page of `secrets`, and the order of the list it is a page of. */
export interface SecretPageSql {
  readonly sql: string;
  readonly order: string;
  readonly parameters: readonly unknown[];
}

type Add = (value: unknown) => string;

/** A place in a list: what gives its order, written as in the index that the filter leads with. */
interface Order {
  readonly columns: string;
  /** The cursor's place as those columns have it. */
  position(after: NonNullable<PageRequest['after']>, add: Add): string;
}

const byTime = (columns: string, zone = ''): Order => ({
  columns,
  position: (after, add) => `${add(after.at)}::timestamptz ${zone}, ${add(after.id)}::uuid`,
});

const BY_TIME = byTime('s.created_at, s.id');
const BY_FILTERED_TIME = byTime("(s.created_at AT TIME ZONE 'UTC'), s.id", "AT TIME ZONE 'UTC'");
const BY_LABELLED_TIME = byTime('l.created_at, l.secret_id');

/** The cursor stands for the reference of the row it names, which never changes. */
const BY_REF: Order = {
  columns: 's.ref COLLATE "C", s.id',
  position: (after, add) => {
    const id = `${add(after.id)}::uuid`;
    return `(SELECT r.ref FROM secrets r WHERE r.id = ${id}), ${id}`;
  },
};

/**
 * One row more than the page's limit, from the index that the filter leads with: the rarest label's where there
 * is one, the prefix's else, also under a prefix whose labels are all common.
 */
export function secretPageSql(
  filter: SecretFilter,
  lead: RarestLabel | null,
  page: PageRequest,
): SecretPageSql {
  const parameters: unknown[] = [];
  const add: Add = (value) => `$${parameters.push(value)}`;
  const joins = labelJoins(filter, lead, add);
  const where = [...conditionsOf(filter, add), ...labelConditions(filter, lead, add)];
  const order = orderOf(filter);
  if (page.after) where.push(`(${order.columns}) > (${order.position(page.after, add)})`);
  const sql = `SELECT s.* FROM secrets s ${joins.join(' ')} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
    ORDER BY ${order.columns} LIMIT ${add(page.limit + 1)}`;
  return { sql, order: (order === BY_REF ? BY_REF : BY_TIME).columns, parameters };
}

/**
 * The labels that are looked up before the secrets: the rarest, or, where none is rare and no prefix leads, all of
 * them, which the planner merges in the order that their rows have.
 */
function labelJoins({ labels, refPrefix }: SecretFilter, lead: RarestLabel | null, add: Add): string[] {
  if (lead === null || (refPrefix !== undefined && !lead.rare)) return [];
  const [first, ...others] = lead.rare ? [labels[lead.index]!] : labels;
  const merged = others.map(
    (label, index) => `JOIN secret_labels l${index} ON l${index}.label = ${labelText(label, add)}
      AND (l${index}.created_at, l${index}.secret_id) = (l.created_at, l.secret_id)`,
  );
  return [`JOIN secret_labels l ON l.label = ${labelText(first!, add)} AND l.secret_id = s.id`, ...merged];
}

/**
 * A condition for each label that is not joined; two values of one label never widen to the last of them. Beside a rare
 * label it is looked up by its whole key, row by row: OFFSET keeps the planner from making a join of it.
 */
function labelConditions({ labels, refPrefix }: SecretFilter, lead: RarestLabel | null, add: Add): string[] {
  if (lead?.rare)
    return labels
      .filter((_, index) => index !== lead.index)
      .map(
        (label) => `EXISTS (SELECT FROM secret_labels o WHERE o.label = ${labelText(label, add)}
          AND o.created_at = l.created_at AND o.secret_id = l.secret_id OFFSET 0)`,
      );
  if (refPrefix === undefined) return [];
  return labels.map((label) => `s.labels ->> ${add(label.name)}::text = ${add(label.value)}`);
}

function labelText(label: Label, add: Add): string {
  return `secret_label(${add(label.name)}, ${add(label.value)})`;
}

function orderOf({ refPrefix, labels, clusterName, provider, status }: SecretFilter): Order {
  if (refPrefix !== undefined) return BY_REF;
  if (labels.length > 0) return BY_LABELLED_TIME;
  return (clusterName ?? provider ?? status) === undefined ? BY_TIME : BY_FILTERED_TIME;
}

function conditionsOf(filter: SecretFilter, add: Add): string[] {
  const { clusterName, provider, refPrefix, status } = filter;
  const where: string[] = [];
  if (clusterName !== undefined) where.push(`s.cluster_name = ${add(clusterName)}`);
  if (provider !== undefined) where.push(`s.provider = ${add(provider)}`);
  if (status !== undefined) where.push(`s.status = ${add(status)}`);
  if (refPrefix !== undefined) where.push(`s.ref COLLATE "C" LIKE ${add(`${escaped(refPrefix)}%`)}`);
  return where;
}

/** The text as LIKE takes it literally. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
