import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { AgentPrincipal } from './agent.js';
import { AgentStore } from './agent.store.js';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';
import { hashCredential, newCredential } from './credential.js';

/** How long the credential that a rotation was asked with stays good beside the new one. */
const OVERLAP_SECONDS = 60;

export interface RotatedSecret {
  /** Shown here and never again. */
  readonly secret: string;
  /** Until then the credential of the call is good as well. */
  readonly previousValidUntil: Date;
}

/** Replaces an agent's credential. */
@Injectable()
export class SecretRotationService {
  constructor(
    private readonly database: Database,
    private readonly store: AgentStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Issues a new credential. From then on two are good: the new one, and for 60 seconds the one that it was asked with;
   * whatever else was good until now ends. So an agent that never got its answer asks again with what it has, and of
   * any number of rotations at once the last one's credential holds.
   *
   * @param presented the header X-Agent-Secret of the call
   * @throws DomainError unauthorized when it was revoked, or `presented` has ended, since the call was let in
   */
  async rotate({ agentId }: AgentPrincipal, presented: string): Promise<RotatedSecret> {
    const secret = newCredential();
    const hashes = { presented: hashCredential(presented), next: hashCredential(secret) };
    const previousValidUntil = await this.database.transaction(async (tx) => {
      const until = await this.store.rotateSecret(tx, agentId, hashes, OVERLAP_SECONDS);
      if (until) await this.audit.record(tx, agentEvents.secretRotated(agentId, until));
      return until;
    });
    if (!previousValidUntil)
      return this.audit.refuse(agentErrors.unauthorized(), agentEvents.denied(agentId, 'unauthorized'));
    return { secret, previousValidUntil };
  }
}
