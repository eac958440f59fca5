import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AgentAuthentication, type AgentPrincipal } from '#libs/agents';
import { Authentication } from '#libs/auth';
import { httpErrors } from '#libs/core';
import type { Caller } from '#libs/permissions';
import type { CallInProgress } from '../load/call-in-progress.js';
import { type CallerKind, CallsInProgress } from '../load/calls-in-progress.js';
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
    private readonly calls: CallsInProgress,
  ) {}

  /** @throws DomainError unauthenticated, rate_limited */
  async caller(request: AuthenticatedRequest): Promise<Caller> {
    const caller = await this.callerIfAny(request);
    if (!caller) throw httpErrors.unauthenticated();
    return caller;
  }

  /**
   * For public routes: returns null when the credentials belong to no session.
   *
   * @throws DomainError unauthenticated for the session of another user than the call names, rate_limited
   */
  async callerIfAny(request: AuthenticatedRequest): Promise<Caller | null> {
    const { authorization } = request.headers;
    const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (authorization !== undefined && token === undefined) return null;
    const byItself = request.method === 'GET' && request.headers[BACKGROUND_HEADER] === '1';
    const background = byItself || request.unattended === true;
    const session = { token, cookie: readCookie(request, SESSION_COOKIE), background };
    const kind = request.isReserved ? 'reserved' : 'user';
    const caller = await this.counting(request, kind, (admit) =>
      this.authentication.authenticate(session, admit),
    );
    const { [USER_HEADER]: userId = caller?.userId } = request.headers;
    if (caller && caller.userId !== userId) throw httpErrors.unauthenticated();
    return caller;
  }

  /** @throws DomainError unauthorized (D51), rate_limited */
  async agent(request: AuthenticatedRequest): Promise<AgentPrincipal> {
    const secret = request.headers['x-agent-secret'];
    const id = request.params.id;
    return this.counting(request, 'agent', async (admit) => {
      const agent = await this.agents.authenticate(
        typeof id === 'string' ? id : '',
        typeof secret === 'string' ? secret : undefined,
        sourceAddress(request),
      );
      admit(agent.agentId);
      return agent;
    });
  }

  /** Counts the call once, as the first caller that `authenticate` admits, and at least until it ends. */
  private async counting<Result>(
    request: AuthenticatedRequest,
    kind: CallerKind,
    authenticate: (admit: (callerId: string) => void) => Promise<Result>,
  ): Promise<Result> {
    let begun: CallInProgress | undefined;
    const admit = (callerId: string): void => {
      if (request.inProgress) return;
      begun = this.calls.begin(kind, callerId, request.res as Response);
      begun.hold();
      request.inProgress = begun;
    };
    try {
      return await authenticate(admit);
    } finally {
      begun?.release();
    }
  }
}
