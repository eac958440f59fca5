import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { DatabaseClock } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { StepUpGate } from '../mfa/step-up-gate.js';
import { cliErrors } from './cli.errors.js';
import { cliEvents } from './cli.events.js';
import { type CliClient, type CliRequest, CliRequests, REQUEST_SECONDS } from './cli-requests.js';
import { DeviceSignIn } from './device-sign-in.js';
import { redirectWith } from './domain/loopback-redirect.js';
import { newUserCode, normalizedUserCode } from './domain/user-code.js';
import { hashOf, newOpaqueToken } from '../opaque-token.js';

/** A started sign-in. */
export interface StartedCliSignIn {
  readonly requestId: string;
  /** The code to type in the browser; null with a redirect. */
  readonly userCode: string | null;
  readonly expiresAt: Date;
}

/** Command-line sign-in through a browser: starting it, and the user's decision in the browser. */
@Injectable()
export class CliSignIn {
  constructor(
    private readonly requests: CliRequests,
    private readonly device: DeviceSignIn,
    private readonly stepUp: StepUpGate,
    private readonly clock: DatabaseClock,
    private readonly audit: Audit,
  ) {}

  /**
   * Starts a sign-in.
   *
   * @param wish.redirectUri a loopback redirect, checked by the caller; null for the device flow with a user code
   * @throws DomainError cli_device_sign_in_disabled
   */
  async begin(
    wish: { challenge: string; redirectUri: string | null; state: string; client: CliClient },
    address: string | null,
  ): Promise<StartedCliSignIn> {
    const byCode = wish.redirectUri === null;
    if (byCode && !(await this.device.isAllowed())) throw cliErrors.deviceSignInDisabled();
    const userCode = byCode ? newUserCode() : null;
    const expiresAt = await this.clock.after(REQUEST_SECONDS);
    const userCodeHash = userCode && hashOf(userCode);
    const requestId = await this.requests.open({ ...wish, address, userCodeHash });
    return { requestId, userCode, expiresAt };
  }

  /** Returns a pending sign-in for the user to decide on. @throws DomainError cli_sign_in_gone */
  async inspect(requestId: string): Promise<CliRequest> {
    const [request, decision] = await Promise.all([
      this.requests.find(requestId),
      this.requests.decisionOn(requestId),
    ]);
    if (!request || decision) throw cliErrors.gone();
    return request;
  }

  /**
   * Allows the sign-in on behalf of the caller. The session is created only when the command line redeems it.
   *
   * @returns the redirect URL with the code; null when the command line polls
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
   * @returns the redirect URL with the error; null when the command line polls
   * @throws DomainError cli_sign_in_gone
   */
  async refuse(caller: Caller, requestId: string): Promise<string | null> {
    const request = await this.inspect(requestId);
    if (!(await this.requests.decide(requestId, { refused: true }))) throw cliErrors.gone();
    try {
      await this.audit.recordDenial(cliEvents.denied(request, caller.userId, 'refused'));
    } catch (error) {
      await this.requests.withdraw(requestId);
      throw error;
    }
    const { redirectUri, state } = request;
    // The error of RFC 6749 §4.1.2.1.
    return redirectUri && redirectWith(redirectUri, { error: 'access_denied', state });
  }

  private async checkUserCode(id: string, request: CliRequest, typed: string | null): Promise<void> {
    if (request.userCodeHash === null) return;
    // The platform may have stopped allowing user codes since the sign-in was started.
    if (!(await this.device.isAllowed()) || !(await this.requests.takeTry(id))) {
      await this.requests.take(id);
      throw cliErrors.gone();
    }
    const given = Buffer.from(hashOf(normalizedUserCode(typed ?? '')));
    if (!timingSafeEqual(given, Buffer.from(request.userCodeHash))) throw cliErrors.userCodeInvalid();
  }
}
