import { Body, Controller, Get, Put } from '@nestjs/common';
import type { ExpectedVersion } from '#libs/core';
import { PlatformSettingsService, settingsVersion } from '#libs/policies';
import type { Caller } from '#libs/permissions';
import { ErrorEnvelopeV2, FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { IfMatch, Versioned, type WithVersion, withVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import { PlatformSettingsBody, PlatformSettingsResponse } from './platform-settings.dto.js';

const versioned = withVersion(settingsVersion, PlatformSettingsResponse.of);

@Tag('platform settings')
@ErrorEnvelopeV2()
@Controller('platform-settings')
export class PlatformSettingsController {
  constructor(private readonly settings: PlatformSettingsService) {}

  @Get()
  @Versioned()
  @SignedIn()
  @Operation('Get the platform settings')
  async read(): Promise<WithVersion<PlatformSettingsResponse>> {
    return versioned(await this.settings.read());
  }

  @Put()
  @Versioned()
  @GlobalAccess('policy.edit')
  @FreshMfaWhenStrict()
  @Operation('Update the platform settings')
  async update(
    @CurrentCaller() caller: Caller,
    @Body() body: PlatformSettingsBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<PlatformSettingsResponse>> {
    const { policy_priority_cap, approver_directory, cli_device_sign_in } = body;
    const more = { approver_directory, cli_device_sign_in };
    return versioned(await this.settings.update(caller, policy_priority_cap, more, expected));
  }
}
