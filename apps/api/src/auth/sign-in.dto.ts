import { IsOptional, IsString } from 'class-validator';
import type { SignedIn } from '#libs/auth';
import { UserResponse } from '../users/users.dto.js';

/** A missing member is not a fault of the form but a failed sign-in (D16). */
export class LoginBody {
  @IsOptional()
  @IsString()
  email?: string | null;

  @IsOptional()
  @IsString()
  password?: string | null;
}

export class LoginResponse {
  token: string;
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
