import { IsBoolean, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MAX_EMAIL_LENGTH, type User } from '#libs/users';
import { IfPresent, IsName } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';
import { IsPassword } from './is-password.js';

export class ListUsersQuery extends PageQuery {
  @IfPresent()
  @IsString()
  @MaxLength(MAX_EMAIL_LENGTH)
  email?: string;
}

export class CreateUserBody {
  @IsString()
  @MaxLength(MAX_EMAIL_LENGTH)
  @Matches(/^\s*[^\s@\p{C}]+@[^\s@\p{C}]+\s*$/u, { message: 'must be an e-mail address' })
  email: string;

  @IsOptional()
  @IsName()
  display_name?: string | null;

  @IsPassword()
  password: string;
}

export class DisabledBody {
  @IsBoolean()
  disabled: boolean;
}

export class UserResponse {
  id: string;
  email: string;
  display_name: string | null;
  kind: 'local' | 'oidc';
  disabled: boolean;
  created_at: string;
  updated_at: string;

  static of(this: void, user: User): UserResponse {
    const { id, email, display_name, kind, disabled } = user;
    return {
      id,
      email,
      display_name,
      kind,
      disabled,
      created_at: user.created_at.toISOString(),
      updated_at: user.updated_at.toISOString(),
    };
  }
}
