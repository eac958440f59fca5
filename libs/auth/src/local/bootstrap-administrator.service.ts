import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { componentLogger } from '#libs/logging';
import { SystemGrants } from '#libs/rbac';
import { LocalAccounts, UserReadModel } from '#libs/users';
import { AuthOptions } from '../auth-options.js';

/** Key of the advisory lock; unique within the database. */
const BOOTSTRAP_LOCK = 7_305_118_021;
const ACTOR = 'system:bootstrap';

/** At boot, creates the first administrator and grants the configured user the admin role. */
@Injectable()
export class BootstrapAdministrator implements OnApplicationBootstrap {
  readonly #logger = componentLogger(BootstrapAdministrator.name);

  constructor(
    private readonly options: AuthOptions,
    private readonly database: Database,
    private readonly accounts: LocalAccounts,
    private readonly users: UserReadModel,
    private readonly grants: SystemGrants,
  ) {}

  /** Idempotent, and safe when several processes boot concurrently. */
  async onApplicationBootstrap(): Promise<void> {
    await this.createLocalAdministrator();
    await this.grantConfiguredUser();
  }

  /** The configured e-mail and password are ignored once any local account exists. */
  private async createLocalAdministrator(): Promise<void> {
    const { email, password } = this.options.bootstrapAdmin;
    if (email === null || password === null) return;
    if (await this.database.transaction((tx) => this.accounts.anyExists(tx))) {
      this.#logger.info(
        { variable: 'SVC_BOOTSTRAP_ADMIN_PASSWORD' },
        'bootstrap password ignored: a local account exists',
      );
      return;
    }
    const passwordHash = await this.accounts.hashPassword(Buffer.from(password.reveal()).toString('utf8'));
    const userId = await this.database.transaction(async (tx) => {
      await this.lock(tx);
      if (await this.accounts.anyExists(tx)) return null;
      const user = await this.accounts.create(tx, ACTOR, { email, displayName: null, passwordHash });
      await this.grants.ensureAdministrator(tx, user.id);
      return user.id;
    });
    if (userId !== null) this.#logger.info({ resource: `user:${userId}` }, 'bootstrap administrator created');
  }

  /** Grants the user of SVC_BOOTSTRAP_ADMIN_USER_ID (D87); if they have not signed in yet, a later boot does it. */
  private async grantConfiguredUser(): Promise<void> {
    const { userId } = this.options.bootstrapAdmin;
    if (userId === null) return;
    await this.database.transaction(async (tx) => {
      await this.lock(tx);
      if (await this.users.exists(tx, userId)) await this.grants.ensureAdministrator(tx, userId);
    });
  }

  private async lock(tx: Tx): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [BOOTSTRAP_LOCK]);
  }
}
