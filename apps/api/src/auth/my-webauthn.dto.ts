import { IsObject, IsOptional, IsUUID } from 'class-validator';
import type { StartedWebauthn } from '#libs/auth';
import { IsName } from '../http/is-name.js';

/** Far more than the longest credential takes. */
export const LONGEST_ANSWER_BYTES = 64 * 1024;

export class StartWebauthnBody {
  @IsOptional()
  @IsName()
  label?: string | null;
}

export class FinishWebauthnBody {
  @IsUUID()
  challenge_id: string;

  /** What `PublicKeyCredential.toJSON()` gives: a RegistrationResponseJSON of WebAuthn Level 3. */
  @IsObject()
  response: Record<string, unknown>;
}

export class StartedWebauthnResponse {
  challenge_id: string;
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
  options: object;
  expires_at: string;

  static of(this: void, started: StartedWebauthn): StartedWebauthnResponse {
    const { challengeId: challenge_id, options, expiresAt } = started;
    return { challenge_id, options, expires_at: expiresAt.toISOString() };
  }
}
