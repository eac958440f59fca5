import { IsString, MaxLength } from 'class-validator';
import { IsPassword } from './users.dto.js';

/** Far more than any password that bcrypt reads whole. */
const MAX_PASSWORD_LENGTH = 1024;

export class ChangePasswordBody {
  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  current: string;

  @IsPassword()
  new: string;
}
