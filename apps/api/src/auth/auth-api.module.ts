import { type DynamicModule, Module } from '@nestjs/common';
import { CliSignInController } from './cli-sign-in.controller.js';
import { ConsolePages } from './console-pages.js';
import { MyWebauthnController } from './my-webauthn.controller.js';
import { SessionCookie } from './session-cookie.js';
import { SignInController } from './sign-in.controller.js';
import { StepUpHandoffController } from './step-up-handoff.controller.js';
import { StepUpController } from './step-up.controller.js';

/** Sign-in, sign-out and step-up. */
@Module({})
export class AuthApiModule {
  /** @param options.webauthn whether a relying party is configured; without one only the TOTP routes exist */
  static forRoot(options: {
    secureCookies: boolean;
    webauthn: boolean;
    publicUrl: string | null;
  }): DynamicModule {
    const { secureCookies, webauthn, publicUrl } = options;
    return {
      module: AuthApiModule,
      controllers: [
        SignInController,
        CliSignInController,
        StepUpController,
        ...(webauthn ? [MyWebauthnController, StepUpHandoffController] : []),
      ],
      providers: [
        { provide: SessionCookie, useValue: new SessionCookie(secureCookies) },
        { provide: ConsolePages, useValue: new ConsolePages(publicUrl) },
      ],
    };
  }
}
