import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { loadChanges, type LoadedPolicies, loadPolicies } from './policy-load.js';

const STAMP = 'SELECT policy_stamp AS stamp FROM platform_settings';

/** The latest state, and the one that a transaction with an older snapshot still sees. */
const KEPT = 2;

/**
 * The compiled rules of this process. Each use reads the stamp first (one small statement), so that a rule change
 * holds from the next request on in every process; under a new stamp only what changed is loaded and compiled.
 */
@Injectable()
export class CompiledPolicies {
  /** By their last use. A stamp names one state for good, so that states of transactions that roll back do no harm. */
  #kept: readonly LoadedPolicies[] = [];
  /** Loads under way by the stamp they were started for: concurrent requests share one. */
  readonly #loading = new Map<string, Promise<LoadedPolicies>>();

  /** Returns the policies as the sql's transaction (or a statement of its own) sees them now. */
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
    this.#kept = [used, ...this.#kept.filter(({ stamp }) => stamp !== used.stamp)].slice(0, KEPT);
    return used;
  }
}
