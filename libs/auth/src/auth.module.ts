import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { RbacModule } from '#libs/rbac';
import { UserSessions, UsersModule } from '#libs/users';
import { AuthOptions } from './auth-options.js';
import { CliRedemption } from './cli/cli-redemption.service.js';
import { CliRequests } from './cli/cli-requests.js';
import { CliSignIn } from './cli/cli-sign-in.service.js';
import { DeviceSignIn } from './cli/device-sign-in.js';
import { IdentityReadModel } from './identity.read-model.js';
import { BootstrapAdministrator } from './local/bootstrap-administrator.service.js';
import { PasswordChange } from './local/password-change.service.js';
import { LocalSignIn } from './local/local-sign-in.service.js';
import { PendingEnrollments } from './mfa/pending-enrollments.js';
import { FactorChangeGate } from './mfa/factor-change-gate.js';
import { FactorCompromise } from './mfa/factor-compromise.service.js';
import { FactorReset } from './mfa/factor-reset.service.js';
import { MfaFactors } from './mfa/mfa-factors.service.js';
import { MfaFactorStore } from './mfa/mfa-factors.store.js';
import { RelyingParty } from './mfa/relying-party.js';
import { StepUpChallenges } from './mfa/step-up-challenges.js';
import { StepUpFailureStore } from './mfa/step-up-failures.store.js';
import { StepUpGate } from './mfa/step-up-gate.js';
import { HandoffAnswer } from './mfa/handoff-answer.service.js';
import { StepUpHandoff } from './mfa/step-up-handoff.service.js';
import { StepUpHandoffs } from './mfa/step-up-handoffs.js';
import { StepUpOutcome } from './mfa/step-up-outcome.service.js';
import { StepUp } from './mfa/step-up.service.js';
import { TotpEnrollment } from './mfa/totp-enrollment.service.js';
import { TotpSecrets } from './mfa/totp-secrets.js';
import { TotpStepUp } from './mfa/totp-step-up.service.js';
import { WebauthnEnrollment } from './mfa/webauthn-enrollment.service.js';
import { WebauthnFactorStore } from './mfa/webauthn-factors.store.js';
import { WebauthnStepUp } from './mfa/webauthn-step-up.service.js';
import { IssuerKeys } from './workload/issuer-keys.js';
import { WorkloadLifecycle } from './workload/workload-lifecycle.js';
import { WorkloadIdentities } from './workload/workload-identities.service.js';
import { WorkloadIdentityStore } from './workload/workload-identities.store.js';
import { WorkloadSignIn } from './workload/workload-sign-in.service.js';
import { EncryptedCacheEntries } from './encrypted-cache-entries.js';
import { Authentication } from './sessions/authentication.js';
import { LoginTokens } from './sessions/login-tokens.js';
import { Sessions } from './sessions/sessions.service.js';
import { SessionStore } from './sessions/sessions.store.js';

const EXPORTED = [
  Authentication,
  CliRedemption,
  CliSignIn,
  DeviceSignIn,
  FactorReset,
  IdentityReadModel,
  LocalSignIn,
  MfaFactors,
  PasswordChange,
  Sessions,
  StepUp,
  StepUpGate,
  StepUpHandoff,
  HandoffAnswer,
  TotpEnrollment,
  WebauthnEnrollment,
  WorkloadIdentities,
  WorkloadSignIn,
];

const INTERNAL = [
  BootstrapAdministrator,
  CliRequests,
  IssuerKeys,
  PendingEnrollments,
  FactorChangeGate,
  FactorCompromise,
  LoginTokens,
  MfaFactorStore,
  RelyingParty,
  EncryptedCacheEntries,
  SessionStore,
  StepUpChallenges,
  StepUpFailureStore,
  StepUpHandoffs,
  StepUpOutcome,
  TotpSecrets,
  TotpStepUp,
  WebauthnFactorStore,
  WebauthnStepUp,
  WorkloadLifecycle,
  WorkloadIdentityStore,
];

/** Sessions, local sign-in and MFA. Global, because the access guard runs before every route. */
@Module({})
export class AuthModule implements OnModuleInit {
  constructor(
    private readonly userSessions: UserSessions,
    private readonly sessions: Sessions,
  ) {}

  static forRoot(options: AuthOptions): DynamicModule {
    return {
      module: AuthModule,
      global: true,
      imports: [UsersModule, RbacModule],
      providers: [...EXPORTED, ...INTERNAL, { provide: AuthOptions, useValue: options }],
      exports: EXPORTED,
    };
  }

  onModuleInit(): void {
    this.userSessions.register((...end) => this.sessions.revokeAll(...end));
  }
}
