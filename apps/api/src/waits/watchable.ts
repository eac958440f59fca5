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
import { isAny, names, tagOf } from './entity-tag.js';
import { waitOf } from './prefer-wait.js';
import type { Wait } from './wait.js';
import { Waits } from './waits.js';

/** One call, with all that a look at its answer takes. */
interface Call {
  readonly request: AuthenticatedRequest & { readonly caller: Caller };
  readonly response: Response;
  readonly next: CallHandler;
  /** Its `If-None-Match`. */
  readonly held: string;
}

/** An answer as the caller would get it now. */
interface Seen {
  readonly tag: string;
  /** Null where the caller has it: a waiting call keeps no page in memory. */
  readonly text: string | null;
  /** What its later events will be under. */
  readonly chain: string | null;
}

/**
 * Answers 304 to who has the answer already (RFC 9110 §13.1.2), and lets them wait for another one (`Prefer: wait`, RFC 7240 §4.3).
 * With each look the caller is looked at again, as at a call of its own.
 */
@Injectable()
class WatchInterceptor implements NestInterceptor {
  constructor(private readonly waits: Waits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Call['request']>(), http.getResponse<Response>()];
    // Of a list the first page alone: on others nothing begins.
    if (request.query.cursor !== undefined) return next.handle();
    const held = request.headers['if-none-match'] ?? '';
    return from(this.answer({ request, response, next, held }));
  }

  private async answer(call: Call): Promise<string | undefined> {
    const seconds = secondsOf(call);
    const wait = seconds === null ? null : await this.waits.join(call.request.caller, seconds);
    try {
      const first = await firstLook(call, wait !== null);
      if (!wait || first.text !== null) return send(call, first);
      const last = await this.untilChanged(call, wait, first);
      call.response.setHeader('Preference-Applied', `wait=${seconds}`);
      return send(call, last);
    } finally {
      if (wait) this.waits.leave(wait);
    }
  }

  /** @throws DomainError what the guard answers to a caller who may not call any more, and what the handler throws */
  private async untilChanged(call: Call, wait: Wait, first: Seen): Promise<Seen> {
    const { request, response } = call;
    request.unattended = true;
    wait.chain = first.chain;
    response.locals.restedMs = () => wait.restedForMs;
    response.once('close', () => wait.end());
    let seen = first;
    while (!response.closed && seen.text === null && (await wait.next())) {
      seen = await this.waits.inTurn(async () => (response.closed ? seen : lookAgain(call)));
    }
    return seen;
  }
}

/** Lets callers ask whether this GET, or the first page of it, would be answered otherwise, and wait until it is. */
export const Watchable = (): MethodDecorator => UseInterceptors(WatchInterceptor);

/** Returns how long the call may wait; null for what is answered at once. */
function secondsOf({ request, held }: Call): number | null {
  if (request.method !== 'GET' || held === '' || isAny(held)) return null;
  return waitOf(request.headers.prefer?.toString());
}

/**
 * A read replica may say that the caller's answer still holds. Another answer of it may be older than theirs, and a change that a
 * waiting call is to hear of may not be there yet: then the primary is asked.
 */
async function firstLook(call: Call, waits: boolean): Promise<Seen> {
  const { request, held } = call;
  request.upToDate = waits;
  const seen = await look(call);
  if (held === '' || seen.text === null || !request.mayBeOlder) return seen;
  request.upToDate = true;
  return look(call);
}

async function lookAgain(call: Call): Promise<Seen> {
  await call.request.authority?.renew();
  return look(call);
}

async function look({ request, response, next, held }: Call): Promise<Seen> {
  response.removeHeader('Link');
  const body = (await lastValueFrom(next.handle())) as object;
  const text = JSON.stringify(body);
  const { caller, originalUrl: address } = request;
  const link = String(response.getHeader('link') ?? '');
  const chain = 'correlation_id' in body ? (body.correlation_id as string) : null;
  const tag = tagOf({ userId: caller.userId, address, link, body, text });
  return { tag, chain, text: names(held, tag) ? null : text };
}

function send({ response }: Call, { text, tag }: Seen): string | undefined {
  response.vary('Authorization, Cookie');
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', tag);
  if (text === null) response.status(HttpStatus.NOT_MODIFIED);
  else response.type('json');
  return text ?? undefined;
}
