import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { ExpectedVersion } from '#libs/core';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import {
  type OptionalSettings,
  type PlatformSettingsRow,
  PlatformSettingsStore,
  settingsVersion,
} from './platform-settings.store.js';
import { policyEvents } from './policies.events.js';

/** Reads and changes the platform's settings (D46). */
@Injectable()
export class PlatformSettingsService {
  constructor(
    private readonly database: Database,
    private readonly settings: PlatformSettingsStore,
    private readonly audit: Audit,
  ) {}

  async read(): Promise<PlatformSettingsRow> {
    return this.settings.read();
  }

  /**
   * @param cap 1 to 1,000,000: platform rules with at least this priority outrank every scoped rule
   * @throws DomainError changed_meanwhile
   */
  async update(
    caller: Caller,
    cap: number,
    more: OptionalSettings = {},
    expected = ExpectedVersion.any,
  ): Promise<PlatformSettingsRow> {
    return this.database.transaction(async (tx) => {
      const before = await this.settings.lockCap(tx);
      expected.assert(settingsVersion(await this.settings.read(tx)));
      const row = await this.settings.update(tx, cap, more);
      await this.audit.record(tx, policyEvents.settingsUpdated(actorOf(caller), before, cap, more));
      return row;
    });
  }
}
