import { Injectable } from '@nestjs/common';
import { RequestExpiry } from '#libs/requests';
import type { Task } from '#libs/scheduler';

/** Ends requests whose time has passed. */
@Injectable()
export class RequestsExpiredTask implements Task {
  readonly name = 'requests_expired';

  constructor(private readonly expiry: RequestExpiry) {}

  async run(): Promise<number> {
    return this.expiry.sweep();
  }
  lateness(): Promise<number> {
    return this.expiry.lateness();
  }
}
