/**
 * Returns SQL for what a person is called: the display name, else the e-mail.
 *
 * @param alias the alias of their row of `users`, from our own code
 */
export function personNameSql(alias: string): string {
  return `coalesce(${alias}.display_name, ${alias}.email)`;
}
