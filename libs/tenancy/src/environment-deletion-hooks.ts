import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';

/** An environment that is about to be deleted. Its row is locked. */
export interface DeletedEnvironment {
  readonly environmentId: string;
  readonly projectId: string;
}

/**
 * What another context does before an environment is deleted. It registers itself, so that tenancy depends on no other
 * context (D86).
 */
export interface EnvironmentDeletionHook {
  /**
   * Ends or deletes what depends on the environment, with an audit event for each, in the transaction that deletes it.
   *
   * @throws DomainError to refuse the deletion
   */
  beforeEnvironmentDelete(tx: Tx, environment: DeletedEnvironment, actor: Actor): Promise<void>;
}

/** The registered hooks, called in the order of registration. */
@Injectable()
export class EnvironmentDeletionHooks {
  private readonly hooks: EnvironmentDeletionHook[] = [];

  /** Adds a hook; called in `onModuleInit`. */
  register(hook: EnvironmentDeletionHook): void {
    this.hooks.push(hook);
  }

  /** Calls every hook. @throws DomainError of the first hook that refuses */
  async run(tx: Tx, environment: DeletedEnvironment, actor: Actor): Promise<void> {
    for (const hook of this.hooks) await hook.beforeEnvironmentDelete(tx, environment, actor);
  }
}
