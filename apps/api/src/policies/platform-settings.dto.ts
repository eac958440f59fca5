import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import type { PlatformSettingsRow } from '#libs/policies';
import { IfPresent } from '../http/fields.js';

export class PlatformSettingsBody {
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  policy_priority_cap: number;

  /** Whether users who can see a request see its approvers by name, or only by role and place; unchanged when absent. */
  @IfPresent()
  @IsIn(['people', 'groups'])
  approver_directory?: 'people' | 'groups';

  /** Whether command lines may sign in with the device flow, whose code can be phished; unchanged when absent. */
  @IfPresent()
  @IsBoolean()
  cli_device_sign_in?: boolean;
}

export class PlatformSettingsResponse {
  policy_priority_cap: number;
  approver_directory: 'people' | 'groups';
  cli_device_sign_in: boolean;
  created_at: string;
  updated_at: string;

  static of(this: void, row: PlatformSettingsRow): PlatformSettingsResponse {
    const { created_at, updated_at, ...settings } = row;
    return {
      ...settings,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  }
}
