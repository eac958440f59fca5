import { Injectable } from '@nestjs/common';
import { StaleDiscoveries } from '#libs/providers';
import type { Task } from '#libs/scheduler';

/** Fails discovery runs that have lasted longer than twice their interval. */
@Injectable()
export class DiscoveryStaleTask implements Task {
  readonly name = 'discovery_stale';

  constructor(private readonly runs: StaleDiscoveries) {}

  run(): Promise<number> {
    return this.runs.sweep();
  }
  lateness(): Promise<number> {
    return this.runs.lateness();
  }
}
