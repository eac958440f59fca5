const PREFIX = 'workload:';

/**
 * Returns SQL for the name of a workload; null for a person.
 *
 * @param alias the alias of a row of `users`, from our own code
 */
export function workloadNameSql(alias: string): string {
  return `CASE WHEN ${alias}.kind = 'workload' THEN substr(${alias}.email, ${PREFIX.length + 1}) END`;
}
