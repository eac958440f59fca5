import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import type { PlatformSettingsRow } from '#libs/policies';
import { IfPresent } from '../http/fields.js';

export class PlatformSettingsBody {
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  policy_priority_cap: number;

  /** Whether those who see a request are told its approvers by name, or by role and place alone. Absent: as it is. */
  @IfPresent()
  @IsIn(['people', 'groups'])
  approver_directory?: 'people' | 'groups';

  /** Whether command lines may be signed in by a typed code, which can be phished. Absent: as it is. */
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
