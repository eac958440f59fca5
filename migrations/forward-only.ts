/**
 * Schema changes only go forward: an older release refuses to run on a newer schema,
 * and a mistake is mended by the next migration.
 */
export async function forwardOnly(): Promise<never> {
  throw new Error('Migrations are forward only; restore a backup to go back.');
}
