import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { type DomainError, newId } from '#libs/http';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';
import { AgentStore, type Enrollee } from './agent.store.js';
import { hashCredential, newCredential } from './credential.js';
import { type EnrollmentRefusal, enrollmentRefusal } from './domain/enrollment.js';
import { EnrollmentTokenStore } from './enrollment-token.store.js';
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
  /** Its credential; shown here and never again. */
  readonly secret: string;
  readonly connectionId: string;
}

const REFUSALS: Readonly<Record<EnrollmentRefusal, () => DomainError>> = {
  unauthorized: agentErrors.unauthorized,
  consumed: agentErrors.tokenConsumed,
  expired: agentErrors.tokenExpired,
  cluster_mismatch: agentErrors.clusterMismatch,
};

/** Turns an enrollment token into an agent. */
@Injectable()
export class EnrollmentService {
  constructor(
    private readonly database: Database,
    private readonly agents: AgentStore,
    private readonly tokens: EnrollmentTokenStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Spends the token on one agent, bound to the token's connection.
   *
   * @throws DomainError public_key_invalid, unauthorized, enrollment_token_consumed, enrollment_token_expired,
   *   cluster_mismatch (the token stays good)
   */
  async enroll(enrollment: Enrollment): Promise<EnrolledAgent> {
    const publicKey = await checkedPublicKey(enrollment.publicKey);
    const [agentId, secret] = [newId(), newCredential()];
    const connectionId = await this.spend({
      id: agentId,
      name: enrollment.name,
      clusterName: enrollment.clusterName,
      secretHash: hashCredential(secret),
      tokenHash: hashCredential(enrollment.token),
      publicKey,
      version: enrollment.version ?? null,
    });
    if (connectionId === null) throw await this.refusal(enrollment.token);
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

  private async refusal(token: string): Promise<DomainError> {
    const facts = await this.tokens.facts(this.database.manager, hashCredential(token));
    const error = REFUSALS[enrollmentRefusal(facts)]();
    await this.audit.recordDenial(agentEvents.enrollmentDenied(facts?.id ?? null, error.code));
    return error;
  }
}
