import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { DatabaseClock } from '../mfa/database-clock.js';
import { StepUpGate } from '../mfa/step-up-gate.js';
import { cliErrors } from './cli.errors.js';
import { cliEvents } from './cli.events.js';
import { type CliClient, type CliRequest, CliRequests, REQUEST_SECONDS } from './cli-requests.js';
import { DeviceSignIn } from './device-sign-in.js';
import { redirectWith } from './domain/loopback-redirect.js';
import { newUserCode, normalizedUserCode } from './domain/user-code.js';
import { hashOf, newOpaqueToken } from '../opaque-token.js';

/** A sign-in that was begun. */
export interface BegunCliSignIn {
  readonly requestId: string;
  /** What the person types in the browser; null with a redirect. */
  readonly userCode: string | null;
  readonly expiresAt: Date;
}

/** Signs command lines in through a browser: what the command line begins, and what the person decides there. */
@Injectable()
export class CliSignIn {
  constructor(
    private readonly requests: CliRequests,
    private readonly device: DeviceSignIn,
    private readonly stepUp: StepUpGate,
    private readonly clock: DatabaseClock,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * Begins a sign-in.
   *
   * @param wish.redirectUri a loopback redirect, checked by the caller; null: a person types a code
   * @throws DomainError cli_device_sign_in_disabled
   */
  async begin(
    wish: { challenge: string; redirectUri: string | null; state: string; client: CliClient },
    address: string | null,
  ): Promise<BegunCliSignIn> {
    const byCode = wish.redirectUri === null;
    if (byCode && !(await this.device.isAllowed())) throw cliErrors.deviceSignInDisabled();
    const userCode = byCode ? newUserCode() : null;
    const expiresAt = await this.clock.after(REQUEST_SECONDS);
    const userCodeHash = userCode && hashOf(userCode);
    const requestId = await this.requests.open({ ...wish, address, userCodeHash });
    return { requestId, userCode, expiresAt };
  }

  /** Returns what a person decides about. @throws DomainError cli_sign_in_gone */
  async inspect(requestId: string): Promise<CliRequest> {
    const [request, decision] = await Promise.all([
      this.requests.find(requestId),
      this.requests.decisionOn(requestId),
    ]);
    if (!request || decision) throw cliErrors.gone();
    return request;
  }

  /**
   * Allows a sign-in in the caller's name. Nothing exists yet: the command line redeems it.
   *
   * @returns where the browser brings the code; null where the command line asks by itself
   * @throws DomainError step_up_required, cli_sign_in_gone, cli_user_code_invalid
   */
  async allow(caller: Caller, requestId: string, userCode: string | null): Promise<string | null> {
    await this.stepUp.requireOfEnrolled(caller);
    const request = await this.inspect(requestId);
    await this.checkUserCode(requestId, request, userCode);
    const { redirectUri, state } = request;
    const code = redirectUri === null ? null : newOpaqueToken();
    const { userId, sessionId } = caller;
    const decision = { refused: false, userId, sessionId, codeHash: code && hashOf(code) } as const;
    if (!(await this.requests.decide(requestId, decision))) throw cliErrors.gone();
    return redirectUri && code && redirectWith(redirectUri, { code, state });
  }

  /**
   * Refuses a sign-in.
   *
   * @returns where the browser says so; null where the command line asks by itself
   * @throws DomainError cli_sign_in_gone
   */
  async refuse(caller: Caller, requestId: string): Promise<string | null> {
    const request = await this.inspect(requestId);
    await this.database.ping();
    if (!(await this.requests.decide(requestId, { refused: true }))) throw cliErrors.gone();
    await this.audit.recordDenial(cliEvents.denied(request, caller.userId, 'refused'));
    const { redirectUri, state } = request;
    // RFC 6749 §4.1.2.1.
    return redirectUri && redirectWith(redirectUri, { error: 'access_denied', state });
  }

  private async checkUserCode(id: string, request: CliRequest, typed: string | null): Promise<void> {
    if (request.userCodeHash === null) return;
    if (!(await this.requests.takeTry(id))) {
      await this.requests.take(id);
      throw cliErrors.gone();
    }
    const given = Buffer.from(hashOf(normalizedUserCode(typed ?? '')));
    if (!timingSafeEqual(given, Buffer.from(request.userCodeHash))) throw cliErrors.userCodeInvalid();
  }
}
