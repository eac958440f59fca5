import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Caller } from '#libs/permissions';
import type { AuthenticatedRequest } from '../access/principal.js';
import { isAny, matchesTag, tagOf } from './entity-tag.js';
import { waitOf } from './prefer-wait.js';
import type { Wait } from './wait.js';
import { Waits } from './waits.js';

/** A call, with what a lookup of its response needs. */
interface Call {
  readonly request: AuthenticatedRequest & { readonly caller: Caller };
  readonly response: Response;
  readonly next: CallHandler;
  /** Its `If-None-Match`. */
  readonly held: string;
}

/** The current response. */
interface CurrentResponse {
  readonly tag: string;
  /** Null when the caller has it already, so that waiting calls keep no bodies in memory. */
  readonly text: string | null;
  /** The correlation id of its later events. */
  readonly chain: string | null;
}

/**
 * Responds with 304 to a caller who has the current response (RFC 9110 §13.1.2), and lets them wait for another one
 * (`Prefer: wait`, RFC 7240 §4.3). Each lookup authorizes the caller again, like a call of its own.
 */
@Injectable()
class WatchInterceptor implements NestInterceptor {
  constructor(private readonly waits: Waits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Call['request']>(), http.getResponse<Response>()];
    // Only the first page of a list can be watched.
    if (request.query.cursor !== undefined) return next.handle();
    const held = request.headers['if-none-match'] ?? '';
    return from(this.answer({ request, response, next, held }));
  }

  private async answer(call: Call): Promise<string | undefined> {
    const seconds = secondsOf(call);
    const wait = seconds === null ? null : await this.waits.join(call.request.caller, seconds);
    try {
      const first = await firstLookup(call, wait !== null);
      if (!wait || first.text !== null) return send(call, first);
      const last = await this.untilChanged(call, wait, first);
      call.response.setHeader('Preference-Applied', `wait=${seconds}`);
      return send(call, last);
    } finally {
      if (wait) this.waits.leave(wait);
    }
  }

  /** @throws the guard's errors for a caller who is no longer authorized, and the handler's */
  private async untilChanged(call: Call, wait: Wait, first: CurrentResponse): Promise<CurrentResponse> {
    const { request, response } = call;
    request.unattended = true;
    request.inProgress?.exempt();
    wait.chain = first.chain;
    response.locals.restedMs = () => wait.restedForMs;
    response.once('close', () => wait.end());
    let current = first;
    while (!response.closed && current.text === null && (await wait.next())) {
      current = await this.waits.inTurn(async () => (response.closed ? current : repeatLookup(call)));
    }
    return current;
  }
}

/** Lets callers make this GET, or its first page, conditional and wait for a change. */
export const Watchable = (): MethodDecorator => UseInterceptors(WatchInterceptor);

/** Returns how long the call may wait; null when it does not wait. */
function secondsOf({ request, held }: Call): number | null {
  if (request.method !== 'GET' || held === '' || isAny(held)) return null;
  return waitOf(request.headers.prefer?.toString());
}

/**
 * A read replica may confirm that the caller's response is current. Otherwise the primary is queried: a replica's response
 * may be older than the caller's, and lack a change that a waiting call is to report.
 */
async function firstLookup(call: Call, waits: boolean): Promise<CurrentResponse> {
  const { request, held } = call;
  request.upToDate = waits;
  const current = await lookUp(call);
  if (held === '' || current.text === null || !request.mayBeOlder) return current;
  request.upToDate = true;
  return lookUp(call);
}

async function repeatLookup(call: Call): Promise<CurrentResponse> {
  await call.request.authority?.renew();
  return lookUp(call);
}

async function lookUp({ request, response, next, held }: Call): Promise<CurrentResponse> {
  response.removeHeader('Link');
  const body = (await lastValueFrom(next.handle())) as object;
  const text = JSON.stringify(body);
  const { caller, originalUrl: address } = request;
  const link = String(response.getHeader('link') ?? '');
  const chain = 'correlation_id' in body ? (body.correlation_id as string) : null;
  const tag = tagOf({ userId: caller.userId, address, link, body, text });
  return { tag, chain, text: matchesTag(held, tag) ? null : text };
}

function send({ response }: Call, { text, tag }: CurrentResponse): string | undefined {
  response.vary('Authorization, Cookie');
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', tag);
  if (text === null) response.status(HttpStatus.NOT_MODIFIED);
  else response.type('json');
  return text ?? undefined;
}
