import { Injectable } from '@nestjs/common';
import { InjectMetric, makeCounterProvider } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import type { AgentPrincipal } from './agent.js';
import { AgentStore } from './agent.store.js';
import { agentEvents } from './agents.events.js';
import { checkedPublicKey, fingerprintOf } from './public-key.js';
import { refuseRevoked } from './refuse-revoked.js';

const CHANGES = 'agent_public_key_changes_total';

export const publicKeyChanges = makeCounterProvider({
  name: CHANGES,
  help: 'Public keys of agents that were replaced by another, by kind of agent',
  labelNames: ['kind'],
});

const KINDS = ['enrolled', 'minted'] as const;

/** Registers the public keys of agents. */
@Injectable()
export class PublicKeyService {
  constructor(
    private readonly database: Database,
    private readonly store: AgentStore,
    private readonly queue: JobQueue,
    private readonly audit: Audit,
    @InjectMetric(CHANGES) private readonly changes: Counter<'kind'>,
  ) {
    for (const kind of KINDS) this.changes.inc({ kind }, 0);
  }

  /**
   * Registers the agent's key. If it replaces another key, the agent's claimed jobs return to the queue, and data keys
   * sealed to the old key become invalid (D107).
   *
   * @param publicKey base64 of 32 bytes
   * @throws DomainError public_key_invalid; unauthorized when the agent was revoked after its authentication
   */
  async register({ agentId, minted }: AgentPrincipal, publicKey: string): Promise<void> {
    const key = checkedPublicKey(publicKey);
    const outcome = await this.write(agentId, key);
    if (outcome === 'revoked') await refuseRevoked(this.audit, agentId);
    // A minted agent generates a key at each start; an enrolled one has no routine reason to change its key.
    if (outcome === 'replaced') this.changes.inc({ kind: minted ? 'minted' : 'enrolled' });
  }

  private async write(agentId: string, key: Buffer): Promise<'revoked' | 'same' | 'first' | 'replaced'> {
    return this.database.transaction(async (tx) => {
      const found = await this.store.lockPublicKey(tx, agentId);
      if (!found) return 'revoked';
      const { publicKey: old } = found;
      if (old?.equals(key)) return 'same';
      await this.store.setPublicKey(tx, agentId, key);
      const released = old ? await this.queue.releaseAgent(tx, agentId) : [];
      const change = { fingerprint: fingerprintOf(key), previous: old && fingerprintOf(old), released };
      await this.audit.record(tx, agentEvents.publicKeyRegistered(agentId, change));
      return old ? 'replaced' : 'first';
    });
  }
}
