import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { providerEvents } from './providers.events.js';
import { ScopeSettings } from './scope-settings.js';

/** Records in the audit log that a process started without the check for secrets in scopes (D79). */
@Injectable()
export class SecretCheckNotice implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly settings: ScopeSettings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.rejectSecretsInScope) return;
    await this.database.transaction((tx) => this.audit.record(tx, providerEvents.secretCheckDisabled()));
  }
}
