import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';

/** Why all sessions of a user end. */
export type SessionsEnd = 'user_disabled' | 'admin';

/** Ends every session of a user in the transaction, with audit events. */
export type EndSessions = (tx: Tx, userId: string, reason: SessionsEnd, actor: Actor) => Promise<void>;

/**
 * Lets this context end sessions without depending on auth, which owns them and registers itself in `onModuleInit`.
 */
@Injectable()
export class UserSessions {
  private ending: EndSessions | null = null;

  register(ending: EndSessions): void {
    this.ending = ending;
  }

  /**
   * Ends every session of the user.
   *
   * @throws Error when no handler is registered: a disabled user must not keep a session
   */
  async endAll(tx: Tx, userId: string, reason: SessionsEnd, actor: Actor): Promise<void> {
    if (!this.ending) throw new Error('No handler is registered to end sessions.');
    await this.ending(tx, userId, reason, actor);
  }
}
