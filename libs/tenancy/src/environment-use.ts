import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';

/** An environment that is going away. Its row is locked and still there. */
export interface LeavingEnvironment {
  readonly environmentId: string;
  readonly projectId: string;
}

/**
 * What another context keeps about environments. Requests, policies and providers register one each
 * in `onModuleInit`, so that this context knows none of them (D86).
 */
export interface EnvironmentUse {
  /**
   * Ends or deletes what depends on the environment, with an audit event for each, in the
   * transaction that deletes it. Throwing keeps the environment and everything else.
   */
  environmentLeaves(tx: Tx, environment: LeavingEnvironment, actor: Actor): Promise<void>;
}

/** The registered uses, called in the order in which they registered. */
@Injectable()
export class EnvironmentUses {
  private readonly uses: EnvironmentUse[] = [];

  register(use: EnvironmentUse): void {
    this.uses.push(use);
  }

  async leave(tx: Tx, environment: LeavingEnvironment, actor: Actor): Promise<void> {
    for (const use of this.uses) await use.environmentLeaves(tx, environment, actor);
  }
}
