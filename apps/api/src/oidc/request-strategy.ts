import type { Request } from 'express';

type Verify = (request: Request, done: (error: unknown, user?: unknown) => void) => void;

/**
 * A Passport strategy that passes the whole request to its `validate`. For each request Passport derives an object from
 * it, which has the two outcomes declared here.
 */
export class RequestStrategy {
  declare protected success: (user: unknown) => void;
  declare protected error: (error: unknown) => void;

  constructor(private readonly verify: Verify) {}

  authenticate(request: Request): void {
    this.verify(request, (error, user) => (error ? this.error(error) : this.success(user)));
  }
}
