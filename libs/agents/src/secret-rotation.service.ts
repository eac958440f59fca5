import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { AgentPrincipal } from './agent.js';
import { AgentStore } from './agent.store.js';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';
import { hashCredential, newCredential } from './credential.js';

/** How long the previous credential stays valid. */
const OVERLAP_SECONDS = 60;

export interface RotatedSecret {
  /** The plain credential, which is returned here only. */
  readonly secret: string;
  /** When the previous credential expires. */
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
   * Issues a new credential. The presented one stays valid for 60 seconds, any other ends at once. So an agent that lost
   * the response can retry with the credential that it has; of concurrent rotations the last one's credential remains.
   *
   * @param presented the X-Agent-Secret header
   * @throws DomainError unauthorized when the agent was revoked, or `presented` has expired, after its authentication
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
