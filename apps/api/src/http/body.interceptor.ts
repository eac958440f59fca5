import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS, type AccessRule } from '../access/access.js';
import { sourceAddress } from '../access/source-address.js';
import { AnonymousBodies } from './anonymous-bodies.js';
import { BODY, bodyOptions, type BodyOptions } from './body-options.js';
import type { Answer, CallStep } from './call-steps.js';
import { readBody } from './read-body.js';

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

interface Reading extends BodyOptions {
  readonly anonymous: boolean;
}

/**
 * Reads the body after the guards have accepted the call, so that bodies of unauthenticated callers are never buffered, and
 * errors keep the order of D64.
 */
export class BodyInterceptor implements CallStep {
  private readonly known = new WeakMap<object, Reading>();
  private readonly anonymousBodies = new AnonymousBodies();

  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, proceed: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!WITH_BODY.has(request.method)) return proceed();
    return this.read(request, this.readingOf(context)).then((body) => {
      request.body = body;
      return proceed();
    });
  }

  private read(request: Request, reading: Reading): Promise<unknown> {
    const body = (): Promise<unknown> => readBody(request, reading);
    return reading.anonymous ? this.anonymousBodies.read(sourceAddress(request), body) : body();
  }

  /** Cached per handler, because declarations never change. */
  private readingOf(context: ExecutionContext): Reading {
    const handler = context.getHandler();
    const known = this.known.get(handler);
    if (known) return known;
    const places = [handler, context.getClass()];
    const access = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, places);
    const declared = this.reflector.get<Partial<BodyOptions> | undefined>(BODY, handler);
    const reading = { ...bodyOptions(access, declared), anonymous: access?.kind === 'public' };
    this.known.set(handler, reading);
    return reading;
  }
}
