import { IsObject } from 'class-validator';
import type { HandedOverChallenge } from '#libs/auth';
import { IsId } from '../http/fields.js';

const INTERVAL_SECONDS = 2;

export class HandOffBody {
  /** A `webauthn` challenge of this session. */
  @IsId()
  challenge_id: string;
}

export class HandoffAnswerBody {
  /** The result of `PublicKeyCredential.toJSON()`: an AuthenticationResponseJSON (WebAuthn Level 3). */
  @IsObject()
  response: Record<string, unknown>;
}

export class HandoffResponse {
  handoff_id: string;
  /** The page to open; relative to the called origin when SVC_PUBLIC_URL is not set. */
  url: string;
  /** Seconds to wait between two polls. */
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
  /** User agent at sign-in. */
  user_agent: string | null;
  /** Network address at sign-in. */
  ip: string | null;
  signed_in_at: string;
}

export class HandoffChallengeResponse {
  /** The session that requested the assertion. */
  session: HandoffSessionResponse;
  /** Network address of that session's request. */
  ip: string | null;
  /** The input of `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
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
  /** The `response` for `POST /auth/mfa/verify`. */
  response: object;
}
