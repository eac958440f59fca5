import { IsString, MaxLength } from 'class-validator';
import { IsPassword } from './users.dto.js';

/** Far longer than any password that bcrypt reads in full. */
const MAX_PASSWORD_LENGTH = 1024;

export class ChangePasswordBody {
  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  current: string;

  @IsPassword()
  new: string;
}
