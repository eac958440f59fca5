import { IsIn, IsObject, Matches, ValidateBy, ValidateIf } from 'class-validator';
import type { FactorKind, OpenedChallenge, StepUpAnswer } from '#libs/auth';
import { IfPresent, IsId } from '../http/fields.js';

export class ChallengeBody {
  @IsIn(['totp', 'webauthn'])
  kind: FactorKind;
}

/** The response to a challenge: a TOTP code or a WebAuthn assertion. */
export class VerifyBody {
  @IsId()
  challenge_id: string;

  /** For `totp`, with `code`. */
  @ValidateIf(answersTotp)
  @IsId()
  factor_id?: string;

  @ValidateIf(answersTotp)
  @Matches(/^[0-9]{6}$/, { message: 'must be six digits' })
  code?: string;

  /** For `webauthn`: the result of `PublicKeyCredential.toJSON()`, an AuthenticationResponseJSON (WebAuthn Level 3). */
  @IfPresent()
  @IsObject()
  @IsTheOnlyAnswer()
  response?: Record<string, unknown>;

  answer(): StepUpAnswer {
    const { challenge_id: challengeId } = this;
    if (this.response) return { challengeId, response: this.response };
    return { challengeId, factorId: this.factor_id!, code: this.code! };
  }
}

export class ChallengeResponse {
  challenge_id: string;
  kind: FactorKind;
  expires_at: string;
  factors: { id: string; label: string }[];
  /** For `webauthn`: the input of `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
  options?: object;

  static of(this: void, challenge: OpenedChallenge): ChallengeResponse {
    return {
      challenge_id: challenge.challengeId,
      kind: challenge.kind,
      expires_at: challenge.expiresAt.toISOString(),
      factors: challenge.factors.map(({ id, label }) => ({ id, label })),
      options: challenge.options,
    };
  }
}

function answersTotp(body: VerifyBody): boolean {
  return body.response === undefined;
}

function IsTheOnlyAnswer(): PropertyDecorator {
  return ValidateBy({
    name: 'isTheOnlyAnswer',
    validator: {
      validate: (_, context) => {
        const { factor_id, code } = context!.object as VerifyBody;
        return factor_id === undefined && code === undefined;
      },
      defaultMessage: () => 'must not come with factor_id or code',
    },
  });
}
