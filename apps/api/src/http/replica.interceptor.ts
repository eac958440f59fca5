import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { actorOf, RecentEvents } from '#libs/audit';
import { Database } from '#libs/database';
import type { AuthenticatedRequest } from '../access/principal.js';

/** Lets lists be read from the replica, unless the caller has just changed something that it may not have yet. */
@Injectable()
export class ReplicaInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly events: RecentEvents,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { caller, upToDate } = request;
    if (!caller || upToDate || !this.database.hasRecentReplica) return next.handle();
    if (await this.events.existOf(actorOf(caller))) return next.handle();
    request.mayBeOlder = true;
    return this.database.allowReplica(() => next.handle());
  }
}
