import { IsString, MaxLength } from 'class-validator';
import { IsPassword } from './users.dto.js';

/** Far more than any password that bcrypt reads whole. */
const LONGEST_PASSWORD = 1024;

export class ChangePasswordBody {
  @IsString()
  @MaxLength(LONGEST_PASSWORD)
  current: string;

  @IsPassword()
  new: string;
}
