import type { Response } from 'express';
import { SESSION_COOKIE } from '../access/cookies.js';

/** Sets and clears the session cookie: HttpOnly, SameSite=Strict, and Secure in production. */
export class SessionCookie {
  constructor(private readonly secure: boolean) {}

  /** @param value the token of a new session @param expires its absolute end */
  set(response: Response, value: string, expires: Date): void {
    response.cookie(SESSION_COOKIE, value, { ...this.attributes(), expires });
  }

  clear(response: Response): void {
    response.clearCookie(SESSION_COOKIE, this.attributes());
  }

  private attributes() {
    return { httpOnly: true, secure: this.secure, sameSite: 'strict', path: '/' } as const;
  }
}
