import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import type { SignedInWorkload } from '#libs/auth';

/** Far longer than any issuer's token. */
const MAX_TOKEN_LENGTH = 8192;

export class WorkloadSignInBody {
  /** The issuer's token, which is accepted once. */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_TOKEN_LENGTH)
  jwt: string;

  /** Name of the workload; required when a token matches several. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(63)
  workload?: string | null;
}

export class WorkloadTokenResponse {
  token: string;
  /** At most 15 minutes after the sign-in. */
  expires_at: string;
  workload: { id: string; name: string };

  static of(this: void, { token, tokenExpiresAt, id, name }: SignedInWorkload): WorkloadTokenResponse {
    return { token, expires_at: tokenExpiresAt.toISOString(), workload: { id, name } };
  }
}
