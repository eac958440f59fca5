import { Injectable } from '@nestjs/common';
import { RequestExpiry } from '#libs/requests';
import type { Task } from '#libs/scheduler';

/** Ends cross-team requests whose fill window has passed. */
@Injectable()
export class CrossTeamFillExpiredTask implements Task {
  readonly name = 'cross_team_fill_expired';

  constructor(private readonly expiry: RequestExpiry) {}

  async run(): Promise<number> {
    return this.expiry.sweep(['cross_team']);
  }
  lateness(): Promise<number> {
    return this.expiry.lateness(['cross_team']);
  }
}
