import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';

/** Why all of a user's sessions end at once. */
export type SessionsEnd = 'user_disabled' | 'admin';

/** Ends every session of a user in the given transaction, with its audit events. */
export type EndSessions = (tx: Tx, userId: string, reason: SessionsEnd, actor: Actor) => Promise<void>;

/**
 * How this context ends sessions without knowing them: auth, which owns them, registers itself in
 * `onModuleInit`.
 */
@Injectable()
export class UserSessions {
  private ending: EndSessions | null = null;

  register(ending: EndSessions): void {
    this.ending = ending;
  }

  /** @throws Error when nobody registered: a disabled user must not keep a session by an omission */
  async endAll(tx: Tx, userId: string, reason: SessionsEnd, actor: Actor): Promise<void> {
    if (!this.ending) throw new Error('Nobody registered to end sessions.');
    await this.ending(tx, userId, reason, actor);
  }
}
