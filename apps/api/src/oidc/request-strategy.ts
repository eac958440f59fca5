import type { Request } from 'express';

type Verify = (request: Request, done: (error: unknown, user?: unknown) => void) => void;

/**
 * A Passport strategy that leaves the whole request to its `validate`. Passport makes an object on top of it
 * for each request, with the two outcomes declared here.
 */
export class RequestStrategy {
  declare protected success: (user: unknown) => void;
  declare protected error: (error: unknown) => void;

  constructor(private readonly verify: Verify) {}

  authenticate(request: Request): void {
    this.verify(request, (error, user) => (error ? this.error(error) : this.success(user)));
  }
}
