import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { Idempotency } from '#libs/idempotency';
import type { AuthenticatedRequest } from '../access/principal.js';

@Injectable()
class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: Idempotency) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !request.caller) return next.handle();
    const { method, path } = request;
    const call = { method, path, body: request.body as unknown };
    return from(this.idempotency.once(request.caller.userId, key, call, () => firstValueFrom(next.handle())));
  }
}

/**
 * Accepts an Idempotency-Key on a POST that creates something (D15). Not for responses with a value or a credential, because
 * they would be stored.
 */
export const Idempotent = (): MethodDecorator => UseInterceptors(IdempotencyInterceptor);
