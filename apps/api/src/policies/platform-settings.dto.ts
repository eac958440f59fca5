import { IsInt, Max, Min } from 'class-validator';
import type { PlatformSettingsRow } from '#libs/policies';

export class PlatformSettingsBody {
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  policy_priority_cap: number;
}

export class PlatformSettingsResponse {
  policy_priority_cap: number;
  created_at: string;
  updated_at: string;

  static of(this: void, row: PlatformSettingsRow): PlatformSettingsResponse {
    const { policy_priority_cap, created_at, updated_at } = row;
    return {
      policy_priority_cap,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  }
}
