import type { Request, Response } from 'express';
import { readCookie } from '../access/cookies.js';

const NAME = 'svc_oidc';

/** Binds a sign-in at the provider to the browser that began it. Lax, because the callback comes from another site (D21). */
export class FlowCookie {
  constructor(private readonly secure: boolean) {}

  read(request: Pick<Request, 'headers'>): string | undefined {
    return readCookie(request, NAME);
  }

  set(response: Response, value: string, lifetimeSeconds: number): void {
    response.cookie(NAME, value, { ...this.attributes(), maxAge: lifetimeSeconds * 1000 });
  }

  clear(response: Response): void {
    response.clearCookie(NAME, this.attributes());
  }

  private attributes() {
    return { httpOnly: true, secure: this.secure, sameSite: 'lax', path: '/' } as const;
  }
}
