import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Lookups by labels start no parallel workers. */
export class PlanLabelLookupsSerially1763700000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A page is found after a few index entries. The planner expects next to nothing to match several labels, thinks
    // that it must read them to the end, and starts workers, which takes ten times as long as the page.
    await runner.query('ALTER FUNCTION secret_label(text, text) PARALLEL UNSAFE');
  }

  down = forwardOnly;
}
