import { type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { BootstrapAdministrator } from '#libs/auth';
import { MyWebauthnController } from './my-webauthn.controller.js';
import { SessionCookie } from './session-cookie.js';
import { SignInController } from './sign-in.controller.js';
import { StepUpController } from './step-up.controller.js';

/** Signing in and out, stepping up; makes the first administrator before the api listens. */
@Module({})
export class AuthApiModule implements OnApplicationBootstrap {
  constructor(private readonly bootstrap: BootstrapAdministrator) {}

  /** @param options.webauthn a relying party is configured; without one only the routes of TOTP are there */
  static forRoot(options: { secureCookies: boolean; webauthn: boolean }): DynamicModule {
    return {
      module: AuthApiModule,
      controllers: [SignInController, StepUpController, ...(options.webauthn ? [MyWebauthnController] : [])],
      providers: [{ provide: SessionCookie, useValue: new SessionCookie(options.secureCookies) }],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.bootstrap.run();
  }
}
