import { IsBoolean, IsOptional, IsString, Matches, MaxLength, ValidateBy, ValidateIf } from 'class-validator';
import { type AdministeredUser, type User, MAX_EMAIL_LENGTH } from '#libs/users';
import { IfPresent, IsName } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

const MIN_BYTES = 12;
const MAX_BYTES = 72;

/** Returns a new password: 12 to 72 bytes of UTF-8, all of which bcrypt reads. */
export const IsPassword = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPassword',
    validator: {
      validate: (value: unknown): boolean => {
        if (typeof value !== 'string') return false;
        const bytes = Buffer.byteLength(value);
        return bytes >= MIN_BYTES && bytes <= MAX_BYTES;
      },
      defaultMessage: () => 'must be 12 to 72 bytes long',
    },
  });

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

export class UpdateUserBody {
  /** Null to remove it; sign-in through an identity provider sets it again. */
  @ValidateIf((_, value: unknown) => value !== null)
  @IsName()
  display_name: string | null;
}

export class DisabledBody {
  @IsBoolean()
  disabled: boolean;
}

export class UserResponse {
  id: string;
  email: string;
  display_name: string | null;
  kind: 'local' | 'oidc' | 'workload';
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

export class AdministeredUserResponse extends UserResponse {
  /** End of the lock after five wrong passwords; null when the account is not locked. */
  locked_until: string | null;

  static override of(this: void, user: AdministeredUser): AdministeredUserResponse {
    return { ...UserResponse.of(user), locked_until: user.locked_until?.toISOString() ?? null };
  }
}
