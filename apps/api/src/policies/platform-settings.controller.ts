import { Body, Controller, Get, Put } from '@nestjs/common';
import { PlatformSettingsService } from '#libs/policies';
import type { Caller } from '#libs/permissions';
import { ErrorEnvelopeV2, FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Operation, Tag } from '../openapi/operation.js';
import { PlatformSettingsBody, PlatformSettingsResponse } from './platform-settings.dto.js';

@Tag('platform settings')
@ErrorEnvelopeV2()
@Controller('platform-settings')
export class PlatformSettingsController {
  constructor(private readonly settings: PlatformSettingsService) {}

  @Get()
  @SignedIn()
  @Operation('Get the platform settings')
  async read(): Promise<PlatformSettingsResponse> {
    return PlatformSettingsResponse.of(await this.settings.read());
  }

  @Put()
  @GlobalAccess('policy.edit')
  @FreshMfaWhenStrict()
  @Operation('Update the platform settings')
  async update(
    @CurrentCaller() caller: Caller,
    @Body() body: PlatformSettingsBody,
  ): Promise<PlatformSettingsResponse> {
    return PlatformSettingsResponse.of(await this.settings.update(caller, body.policy_priority_cap));
  }
}
