import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { SignedIn } from '#libs/auth';
import { MAX_EMAIL_LENGTH } from '#libs/users';
import { UserResponse } from '../users/users.dto.js';

/** Far longer than any password that bcrypt reads in full. */
const MAX_PASSWORD_LENGTH = 1024;

/** A missing member fails the sign-in instead of the validation (D16). */
export class LoginBody {
  @IsOptional()
  @IsString()
  @MaxLength(MAX_EMAIL_LENGTH)
  email?: string | null;

  @IsOptional()
  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  password?: string | null;
}

export class LoginResponse {
  /** Absent with `Countersign-Session: cookie`. */
  token?: string;
  expires_at: string;
  user: UserResponse;

  static of(this: void, signedIn: SignedIn): LoginResponse {
    return {
      token: signedIn.token,
      expires_at: signedIn.tokenExpiresAt.toISOString(),
      user: UserResponse.of(signedIn.user),
    };
  }
}
