import { Injectable } from '@nestjs/common';
import { Audit, SampledDenials } from '#libs/audit';
import { Batcher, Database } from '#libs/database';
import { type DomainError, newId } from '#libs/core';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';
import { AgentStore, type Enrollee } from './agent.store.js';
import { hashCredential, newCredential } from './credential.js';
import { type EnrollmentRefusal, enrollmentRefusal, isUsable } from './domain/enrollment.js';
import { type EnrollmentTokenFacts, EnrollmentTokenStore } from './enrollment-token.store.js';
import { FailedAttempts } from './failed-attempts.js';
import { checkedPublicKey } from './public-key.js';

export interface Enrollment {
  readonly token: string;
  readonly name: string;
  readonly clusterName: string;
  /** Base64 of 32 bytes. */
  readonly publicKey: string;
  readonly version?: string;
}

export interface EnrolledAgent {
  readonly agentId: string;
  /** The credential, which is returned here only. */
  readonly secret: string;
  readonly connectionId: string;
}

const REFUSALS: Readonly<Record<EnrollmentRefusal, () => DomainError>> = {
  unauthorized: agentErrors.unauthorized,
  consumed: agentErrors.tokenConsumed,
  expired: agentErrors.tokenExpired,
  cluster_mismatch: agentErrors.clusterMismatch,
};

/** Enrolls agents with enrollment tokens. */
@Injectable()
export class EnrollmentService {
  /** Looks up tokens in batches, so that many guesses or used tokens at a time do not occupy the connections of other calls. */
  private readonly facts = new Batcher<Buffer, EnrollmentTokenFacts | null>((hashes) =>
    this.tokens.facts(hashes),
  );

  constructor(
    private readonly database: Database,
    private readonly agents: AgentStore,
    private readonly tokens: EnrollmentTokenStore,
    private readonly audit: Audit,
    private readonly failures: FailedAttempts,
    private readonly denials: SampledDenials,
  ) {}

  /**
   * Consumes the token and creates an agent that is bound to the token's connection.
   *
   * @param source the source address, as rate limits count it
   * @throws DomainError public_key_invalid, unauthorized, enrollment_token_consumed, enrollment_token_expired,
   *   cluster_mismatch (the token stays valid); rate_limited after too many unknown tokens from the address (D98)
   */
  async enroll(enrollment: Enrollment, source: string): Promise<EnrolledAgent> {
    const publicKey = checkedPublicKey(enrollment.publicKey);
    await this.failures.assertBelowLimit('agent.enroll', source);
    const tokenHash = hashCredential(enrollment.token);
    const facts = await this.facts.load(tokenHash);
    if (!isUsable(facts)) return this.refuse(facts, source);
    const [agentId, secret] = [newId(), newCredential()];
    const connectionId = await this.spend({
      id: agentId,
      name: enrollment.name,
      clusterName: enrollment.clusterName,
      secretHash: hashCredential(secret),
      tokenHash,
      publicKey,
      version: enrollment.version ?? null,
    });
    if (connectionId === null) return this.refuse(await this.facts.load(tokenHash), source);
    return { agentId, secret, connectionId };
  }

  private async spend(agent: Enrollee): Promise<string | null> {
    return this.database.transaction(async (tx) => {
      const spent = await this.agents.enroll(tx, agent);
      if (!spent) return null;
      await this.audit.record(tx, agentEvents.enrolled(agent.id, spent.tokenId, spent.connectionId));
      return spent.connectionId;
    });
  }

  /** Refuses the token. A used or expired token was issued once, so it does not count against the source address. */
  private async refuse(facts: EnrollmentTokenFacts | null, source: string): Promise<never> {
    const refusal = enrollmentRefusal(facts);
    if (refusal === 'unauthorized') await this.failures.count('agent.enroll', source);
    const error = REFUSALS[refusal]();
    await this.denials.record(agentEvents.enrollmentDenied(facts?.id ?? null, error.code, source), {
      source: facts ? `enrollment_token:${facts.id}` : source,
      code: error.code,
    });
    throw error;
  }
}
