import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';

/** What another context does when a user is disabled. It registers itself, so that users depend on no other context. */
export interface DisablingHook {
  /**
   * Ends what the user may no longer do, with an audit event for each, in the transaction that disables them (D100).
   * The user's row is locked and already disabled.
   *
   * @throws DomainError to refuse the disabling
   */
  onUserDisabled(tx: Tx, userId: string): Promise<void>;
}

/** The registered hooks, called in the order of registration. */
@Injectable()
export class DisablingHooks {
  private readonly hooks: DisablingHook[] = [];

  /** Adds a hook; called in `onModuleInit`. */
  register(hook: DisablingHook): void {
    this.hooks.push(hook);
  }

  /** Calls every hook. @throws DomainError of the first hook that refuses */
  async run(tx: Tx, userId: string): Promise<void> {
    for (const hook of this.hooks) await hook.onUserDisabled(tx, userId);
  }
}
