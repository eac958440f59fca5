import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { jwtVerify } from 'jose';
import { Audit, SampledDenials } from '#libs/audit';
import { DomainError } from '#libs/core';
import { Database, type Tx } from '#libs/database';
import { ASYMMETRIC_ALGORITHMS } from '../asymmetric-algorithms.js';
import type { SignInOrigin } from '../auth.events.js';
import { type LoginToken, type MintedSession, Sessions } from '../sessions/sessions.service.js';
import { readToken, type UnverifiedToken } from './domain/read-token.js';
import { workloadOfToken } from './domain/workload-of-token.js';
import { IssuerKeys } from './issuer-keys.js';
import { workloadErrors } from './workload.errors.js';
import { type WorkloadDenial, workloadEvents } from './workload.events.js';
import { type WorkloadIdentity, WorkloadIdentityStore } from './workload-identities.store.js';

/** Older tokens are refused, whatever their expiry. Far shorter than the retention of sessions. */
const MAX_AGE_SECONDS = 3600;
const SKEW_SECONDS = 30;

/** A signed-in workload, with a bearer token valid for at most 15 minutes. */
export interface SignedInWorkload extends LoginToken {
  readonly id: string;
  readonly name: string;
}

/** Signs workloads in with tokens of their own issuer (RFC 7523 §3): no secret is stored anywhere. */
@Injectable()
export class WorkloadSignIn {
  constructor(
    private readonly database: Database,
    private readonly store: WorkloadIdentityStore,
    private readonly keys: IssuerKeys,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly denials: SampledDenials,
  ) {}

  /**
   * Exchanges a token for a session, once. Keys are fetched only for a token of a known issuer that matches a registration.
   *
   * @param wanted the workload's name, for a token that matches several; else null
   * @throws DomainError workload_token_invalid; dependency_unavailable while the issuer's keys can't be fetched
   */
  async signIn(jwt: string, wanted: string | null, origin: SignInOrigin): Promise<SignedInWorkload> {
    const token = readToken(jwt);
    if (!token) return this.deny('token_malformed', origin);
    const registered = await this.store.ofIssuer(token.issuer);
    const workload = workloadOfToken(token, registered, wanted);
    if (typeof workload === 'string') return this.deny(workload, origin);
    if (!(await this.isGenuine(jwt, workload))) return this.deny('token_invalid', origin);
    const session = await this.database.transaction((tx) => this.admit(tx, workload, token, origin));
    if (!session) return this.deny('token_used', origin, workload.name);
    const { id, name } = workload;
    return { ...(await this.sessions.tokenOf(session)), id, name };
  }

  private async isGenuine(jwt: string, { issuer, audience }: WorkloadIdentity): Promise<boolean> {
    try {
      await jwtVerify(jwt, this.keys.of(issuer), {
        algorithms: ASYMMETRIC_ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['sub', 'iat', 'exp'],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: SKEW_SECONDS,
      });
      return true;
    } catch (error) {
      // Not only JOSEError: a key that can't be used is a TypeError or DataError. It is the issuer's, and no fault here.
      if (error instanceof DomainError) throw error;
      return false;
    }
  }

  /** Returns null when the token was exchanged before, or the workload is disabled. */
  private async admit(
    tx: Tx,
    workload: WorkloadIdentity,
    { signingInput, claims }: UnverifiedToken,
    origin: SignInOrigin,
  ): Promise<MintedSession | null> {
    const tokenHash = createHash('sha256').update(signingInput).digest();
    const session = await this.sessions.mintOfWorkload(tx, workload.id, tokenHash, origin);
    if (!session) return null;
    const subject = claims['sub'] as string;
    await this.audit.record(tx, workloadEvents.signedIn(workload, { id: session.id, subject }, origin));
    return session;
  }

  /** Records the denial sampled, because anybody can cause it at any rate (D98). */
  private async deny(kind: WorkloadDenial, { ip }: SignInOrigin, name: string | null = null): Promise<never> {
    const alike = { source: ip ?? 'unknown', code: kind };
    await this.denials.record(workloadEvents.denied(kind, name, ip), alike);
    throw workloadErrors.tokenInvalid();
  }
}
