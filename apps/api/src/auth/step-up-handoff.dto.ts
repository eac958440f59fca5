import { IsObject } from 'class-validator';
import type { HandedOverChallenge } from '#libs/auth';
import { IsId } from '../http/fields.js';

const INTERVAL_SECONDS = 2;

export class HandOffBody {
  /** Of webauthn, opened by this session. */
  @IsId()
  challenge_id: string;
}

export class HandoffAnswerBody {
  /** What `PublicKeyCredential.toJSON()` returns: an AuthenticationResponseJSON of WebAuthn Level 3. */
  @IsObject()
  response: Record<string, unknown>;
}

export class HandoffResponse {
  handoff_id: string;
  /** The page to open. Without SVC_PUBLIC_URL it is relative to the address that was called. */
  url: string;
  /** Seconds between two questions for the answer. */
  interval: number;
  expires_at: string;

  static of(
    this: void,
    { handoffId, expiresAt }: { handoffId: string; expiresAt: Date },
    url: string,
  ): HandoffResponse {
    return {
      handoff_id: handoffId,
      url,
      interval: INTERVAL_SECONDS,
      expires_at: expiresAt.toISOString(),
    };
  }
}

export class HandoffSessionResponse {
  /** What it said of itself when it was signed in. */
  user_agent: string | null;
  /** Where it was signed in from. */
  ip: string | null;
  signed_in_at: string;
}

export class HandoffChallengeResponse {
  /** The session that asks. */
  session: HandoffSessionResponse;
  /** The network address that it asks from. */
  ip: string | null;
  /** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
  options: object;
  expires_at: string;

  static of(this: void, asked: HandedOverChallenge): HandoffChallengeResponse {
    const { session, address, options, expiresAt } = asked;
    const { user_agent, ip, created_at } = session;
    return {
      session: { user_agent, ip, signed_in_at: created_at.toISOString() },
      ip: address,
      options,
      expires_at: expiresAt.toISOString(),
    };
  }
}

export class HandoffAnswerResponse {
  /** For `POST /auth/mfa/verify`. */
  response: object;
}
