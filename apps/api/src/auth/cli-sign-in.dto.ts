import { IsObject, IsOptional, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import {
  type StartedCliSignIn,
  CHALLENGE_FORM,
  type CliRequest,
  LOOPBACK_REDIRECT,
  type SignedInCli,
  VERIFIER_FORM,
} from '#libs/auth';
import type { ConsolePages } from './console-pages.js';
import { UserResponse } from '../users/users.dto.js';

const OPAQUE = /^[A-Za-z0-9_-]{43}$/;
const STATE = /^[A-Za-z0-9_-]{16,128}$/;
/** Shown to users and in terminals: no invisible characters, and none that change the direction of text. */
const PLAIN = /^[\p{L}\p{M}\p{N} ._@+-]{1,100}$/u;
const PLAIN_RULE = { message: 'must be 1 to 100 letters, digits, blanks and ._@+-' };
const VERSION = /^[0-9A-Za-z.+-]{1,64}$/;
const INTERVAL_SECONDS = 5;

export class CliClientBody {
  /** Host name of the machine. */
  @Matches(PLAIN, PLAIN_RULE)
  host: string;

  /** User name on that machine. */
  @Matches(PLAIN, PLAIN_RULE)
  user: string;

  @Matches(VERSION, { message: 'must be a version' })
  version: string;
}

export class StartCliSignInBody {
  /** S256 code challenge of the verifier (RFC 7636). */
  @Matches(CHALLENGE_FORM, { message: 'must be a SHA-256 as base64url' })
  code_challenge: string;

  /** `http://127.0.0.1:<port>/…` or `http://[::1]:<port>/…`; null for the device flow. */
  @IsOptional()
  @Matches(LOOPBACK_REDIRECT, { message: 'must be http://127.0.0.1:<port>/ or http://[::1]:<port>/' })
  redirect_uri?: string | null;

  /** Returned unchanged with the redirect. */
  @Matches(STATE, { message: 'must be 16 to 128 letters, digits, - and _' })
  state: string;

  // Nested validation alone accepts its absence.
  @IsObject()
  @ValidateNested()
  client: CliClientBody;
}

export class CliRequestBody {
  @Matches(OPAQUE, { message: 'must be the id of a sign-in' })
  request_id: string;
}

export class AllowCliSignInBody extends CliRequestBody {
  /** The code that the command line displays; required for a sign-in without a redirect. */
  @IsOptional()
  @IsString()
  @MaxLength(32)
  user_code?: string | null;
}

export class RedeemCliSignInBody extends CliRequestBody {
  /** The `code` parameter of the redirect. */
  @IsOptional()
  @Matches(OPAQUE, { message: 'must be the code of the redirect' })
  code?: string | null;

  @Matches(VERIFIER_FORM, { message: 'must be 43 to 128 characters (RFC 7636 §4.1)' })
  code_verifier: string;
}

export class StartedCliSignInResponse {
  request_id: string;
  /** The page to open; relative to the called origin when SVC_PUBLIC_URL is not set. */
  authorize_url: string;
  /** The code to enter on that page in the device flow; null with a redirect. */
  user_code: string | null;
  /** Seconds to wait between two attempts to redeem the sign-in. */
  interval: number;
  expires_at: string;

  static of(this: void, started: StartedCliSignIn, pages: ConsolePages): StartedCliSignInResponse {
    const { requestId, userCode, expiresAt } = started;
    return {
      request_id: requestId,
      authorize_url: pages.at('/cli/authorize', { request: requestId }),
      user_code: userCode,
      interval: INTERVAL_SECONDS,
      expires_at: expiresAt.toISOString(),
    };
  }
}

export class CliClientResponse {
  host: string;
  user: string;
  version: string;
}

export class CliRequestResponse {
  /** The client as reported by the command line. */
  client: CliClientResponse;
  /** Network address of the client that started the sign-in. */
  ip: string | null;
  /** Whether the user must enter the code that the command line displays. */
  needs_code: boolean;

  static of(this: void, { client, address, redirectUri }: CliRequest): CliRequestResponse {
    const { host, user, version } = client;
    return { client: { host, user, version }, ip: address, needs_code: redirectUri === null };
  }
}

export class CliRedirectResponse {
  /** The URL to redirect to, on the port that the command line listens on. */
  redirect: string;
}

export class CliTokenResponse {
  token: string;
  expires_at: string;
  user: UserResponse;

  static of(this: void, { token, tokenExpiresAt, user }: SignedInCli): CliTokenResponse {
    return { token, expires_at: tokenExpiresAt.toISOString(), user: UserResponse.of(user) };
  }
}
