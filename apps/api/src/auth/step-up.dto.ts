import { IsIn, IsUUID, Matches } from 'class-validator';
import type { FactorKind, OpenedChallenge } from '#libs/auth';

export class ChallengeBody {
  @IsIn(['totp', 'webauthn'])
  kind: FactorKind;
}

/** The answer to a TOTP challenge. */
export class VerifyBody {
  @IsUUID()
  challenge_id: string;

  @IsUUID()
  factor_id: string;

  @Matches(/^[0-9]{6}$/, { message: 'must be six digits' })
  code: string;
}

export class ChallengeResponse {
  challenge_id: string;
  kind: FactorKind;
  expires_at: string;
  factors: { id: string; label: string }[];

  static of(this: void, challenge: OpenedChallenge): ChallengeResponse {
    return {
      challenge_id: challenge.challengeId,
      kind: challenge.kind,
      expires_at: challenge.expiresAt.toISOString(),
      factors: challenge.factors.map(({ id, label }) => ({ id, label })),
    };
  }
}
