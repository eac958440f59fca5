import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { loadChanges, type LoadedPolicies, loadPolicies } from './policy-load.js';

const STAMP = 'SELECT policy_stamp AS stamp FROM platform_settings';

/** The latest state, and the one before it, which a transaction with an older snapshot may still see. */
const MAX_STATES = 2;

/**
 * Caches the compiled rules of this process. Each use reads the stamp first (one small statement), so that a rule change
 * applies to the next request in every process; with a new stamp only what changed is loaded and compiled.
 */
@Injectable()
export class CompiledPolicies {
  /** Ordered by last use. A stamp identifies one state forever, so states of rolled-back transactions do no harm. */
  #kept: readonly LoadedPolicies[] = [];
  /** Loads in progress by their stamp: concurrent requests share one. */
  readonly #loading = new Map<string, Promise<LoadedPolicies>>();

  /** Returns the policies that `db`'s transaction, or a statement of its own, sees now. */
  async current(db: Sql): Promise<LoadedPolicies> {
    const [row] = await db.query<{ stamp: string }>(STAMP);
    const { stamp } = row as { stamp: string };
    if (this.#kept[0]?.stamp === stamp) return this.#kept[0];
    const kept = this.#kept.find((one) => one.stamp === stamp);
    if (kept) return this.#keep(kept);
    const shared = await this.#loading.get(stamp)?.catch(() => null);
    return shared?.stamp === stamp ? shared : this.#load(db, stamp);
  }

  async #load(db: Sql, stamp: string): Promise<LoadedPolicies> {
    const started = this.#read(db).finally(() => this.#loading.delete(stamp));
    this.#loading.set(stamp, started);
    return this.#keep(await started);
  }

  async #read(db: Sql): Promise<LoadedPolicies> {
    return (await loadChanges(db, this.#kept)) ?? loadPolicies(db);
  }

  #keep(used: LoadedPolicies): LoadedPolicies {
    this.#kept = [used, ...this.#kept.filter(({ stamp }) => stamp !== used.stamp)].slice(0, MAX_STATES);
    return used;
  }
}
