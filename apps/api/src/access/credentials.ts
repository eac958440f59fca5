import { Injectable } from '@nestjs/common';
import { AgentAuthentication, type AgentPrincipal } from '#libs/agents';
import { Authentication } from '#libs/auth';
import { httpErrors } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { readCookie, SESSION_COOKIE } from './cookies.js';
import type { AuthenticatedRequest } from './principal.js';
import { sourceAddress } from './source-address.js';

const BEARER = /^Bearer ([^\s]+)$/i;

/** Header of a GET that an open page sends by itself: it does not extend the session. */
const BACKGROUND_HEADER = 'countersign-background';

/** Header with the id of the user for whom a page makes the call: in another tab somebody else may have signed in since. */
const USER_HEADER = 'countersign-user';

/** Authenticates the sender of a request. */
@Injectable()
export class Credentials {
  constructor(
    private readonly authentication: Authentication,
    private readonly agents: AgentAuthentication,
  ) {}

  /** @throws DomainError unauthenticated */
  async caller(request: AuthenticatedRequest): Promise<Caller> {
    const caller = await this.callerIfAny(request);
    const { [USER_HEADER]: userId = caller?.userId } = request.headers;
    if (!caller || caller.userId !== userId) throw httpErrors.unauthenticated();
    return caller;
  }

  /** For public routes: returns null when the credentials belong to no session. */
  async callerIfAny(request: AuthenticatedRequest): Promise<Caller | null> {
    const { authorization } = request.headers;
    const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (authorization !== undefined && token === undefined) return null;
    const byItself = request.method === 'GET' && request.headers[BACKGROUND_HEADER] === '1';
    const background = byItself || request.unattended === true;
    return this.authentication.authenticate({
      token,
      cookie: readCookie(request, SESSION_COOKIE),
      background,
    });
  }

  /** @throws DomainError unauthorized (D51) */
  async agent(request: AuthenticatedRequest): Promise<AgentPrincipal> {
    const secret = request.headers['x-agent-secret'];
    const id = request.params.id;
    return this.agents.authenticate(
      typeof id === 'string' ? id : '',
      typeof secret === 'string' ? secret : undefined,
      sourceAddress(request),
    );
  }
}
