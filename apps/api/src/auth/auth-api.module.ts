import { type DynamicModule, Module } from '@nestjs/common';
import { AuthorizePage } from './authorize-page.js';
import { CliSignInController } from './cli-sign-in.controller.js';
import { MyWebauthnController } from './my-webauthn.controller.js';
import { SessionCookie } from './session-cookie.js';
import { SignInController } from './sign-in.controller.js';
import { StepUpController } from './step-up.controller.js';

/** Signing in and out, and stepping up. */
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
        ...(webauthn ? [MyWebauthnController] : []),
      ],
      providers: [
        { provide: SessionCookie, useValue: new SessionCookie(secureCookies) },
        { provide: AuthorizePage, useValue: new AuthorizePage(publicUrl) },
      ],
    };
  }
}
