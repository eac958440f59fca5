import { IsOptional, Matches } from 'class-validator';
import type { FactorKind, MfaFactor, StartedTotp } from '#libs/auth';
import { IsId, IsName } from '../http/fields.js';

export class StartTotpBody {
  @IsOptional()
  @IsName()
  label?: string | null;
}

export class ConfirmTotpBody {
  @IsId()
  challenge_id: string;

  @Matches(/^[0-9]{6}$/, { message: 'must be six digits' })
  code: string;
}

export class StartedTotpResponse {
  challenge_id: string;
  secret: string;
  otpauth_url: string;
  expires_at: string;

  static of(this: void, started: StartedTotp): StartedTotpResponse {
    const { challengeId: challenge_id, secret, otpauthUrl: otpauth_url } = started;
    return { challenge_id, secret, otpauth_url, expires_at: started.expiresAt.toISOString() };
  }
}

export class FactorResponse {
  id: string;
  kind: FactorKind;
  label: string;
  created_at: string;
  last_used_at: string | null;

  static of(this: void, factor: MfaFactor): FactorResponse {
    const { id, kind, label } = factor;
    return {
      id,
      kind,
      label,
      created_at: factor.created_at.toISOString(),
      last_used_at: factor.last_used_at?.toISOString() ?? null,
    };
  }
}
