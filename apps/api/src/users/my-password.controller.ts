import { Body, Controller, HttpCode, Put } from '@nestjs/common';
import { authErrors, PasswordChange } from '#libs/auth';
import type { Caller } from '#libs/permissions';
import { ErrorEnvelopeV2, FreshMfa, SignedIn } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { Operation, Tag } from '../openapi/operation.js';
import { ChangePasswordBody } from './my-password.dto.js';

@Tag('users')
@ErrorEnvelopeV2()
@SignedIn()
@Controller('users/me/password')
export class MyPasswordController {
  constructor(private readonly passwords: PasswordChange) {}

  /** A wrong current password counts towards the account lock, as at sign-in. */
  @Put()
  @FreshMfa()
  @HttpCode(204)
  @Limited({ bucket: 'users.password', per: 'user', limit: 10, windowSeconds: 60 })
  @Operation(
    "Change the caller's password and end their other sessions",
    authErrors.noLocalAccount,
    authErrors.passwordIncorrect,
  )
  async change(@CurrentCaller() caller: Caller, @Body() body: ChangePasswordBody): Promise<void> {
    await this.passwords.change(caller, { current: body.current, next: body.new });
  }
}
