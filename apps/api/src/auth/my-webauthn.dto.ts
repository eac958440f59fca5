import { IsObject, IsOptional } from 'class-validator';
import type { StartedWebauthn } from '#libs/auth';
import { IsId, IsName } from '../http/fields.js';

/** Far larger than the longest credential. */
export const MAX_ANSWER_BYTES = 64 * 1024;

export class StartWebauthnBody {
  @IsOptional()
  @IsName()
  label?: string | null;
}

export class FinishWebauthnBody {
  @IsId()
  challenge_id: string;

  /** The result of `PublicKeyCredential.toJSON()`: a RegistrationResponseJSON (WebAuthn Level 3). */
  @IsObject()
  response: Record<string, unknown>;
}

export class StartedWebauthnResponse {
  challenge_id: string;
  /** The input of `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
  options: object;
  expires_at: string;

  static of(this: void, started: StartedWebauthn): StartedWebauthnResponse {
    const { challengeId: challenge_id, options, expiresAt } = started;
    return { challenge_id, options, expires_at: expiresAt.toISOString() };
  }
}
