import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';

/** What another context keeps of people. Requests register one in `onModuleInit`, so that this context knows none of them. */
export interface UserUse {
  /**
   * Ends what nobody may do any more for a user who is being disabled, with an audit event for each, in the transaction
   * that disables them (D100), or refuses that with a DomainError. Their row is locked, and they are disabled there.
   */
  userDisabled(tx: Tx, userId: string): Promise<void>;
}

/** The registered uses, called in the order in which they registered. */
@Injectable()
export class UserUses {
  private readonly uses: UserUse[] = [];

  register(use: UserUse): void {
    this.uses.push(use);
  }

  async disabled(tx: Tx, userId: string): Promise<void> {
    for (const use of this.uses) await use.userDisabled(tx, userId);
  }
}
