const PREFIX = 'workload:';

/**
 * Returns SQL for what a person is called: the display name, else the e-mail.
 *
 * @param alias the alias of their row of `users`, from our own code
 */
export function personNameSql(alias: string): string {
  return `coalesce(${alias}.display_name, ${alias}.email)`;
}

/**
 * Returns SQL for the name of a workload; null for a person.
 *
 * @param alias the alias of a row of `users`, from our own code
 */
export function workloadNameSql(alias: string): string {
  return `CASE WHEN ${alias}.kind = 'workload' THEN substr(${alias}.email, ${PREFIX.length + 1}) END`;
}
