import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { BODY, type BodyOptions, DEFAULT_BODY } from './body-options.js';
import { readBody } from './read-body.js';

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads the body only after the guards have let the call in: a stranger's bytes are never buffered,
 * and refusals come in the order of D64.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const options = this.reflector.get<BodyOptions | undefined>(BODY, context.getHandler()) ?? DEFAULT_BODY;
    if (WITH_BODY.has(request.method)) request.body = await readBody(request, options);
    return next.handle();
  }
}
