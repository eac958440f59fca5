import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import { newId } from '#libs/core';
import { JobOwnership, type Job } from '#libs/jobs';
import { KeyService, openBlob, sealBlob } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import { sealDek, type SealedDek } from '#libs/agent-protocol';
import type { AgentPrincipal } from './agent.js';
import { agentErrors } from './agents.errors.js';
import { fingerprintOf } from './public-key.js';

/** Lifetime of a data key (D53), in the cache: the time in the response is a little earlier. */
const LIFE_SECONDS = 600;
const KEY_BYTES = 32;

/** The additional data of a data key. */
export interface DataKeyBinding {
  readonly agentId: string;
  readonly jobId: string;
  readonly attempt: number;
  /** Fingerprint of the public key that it is sealed to. Replacing that key invalidates the data key (D107). */
  readonly keyFingerprint: string;
}

export type IssuedDataKey = SealedDek & { readonly dekId: string; readonly expiresAt: Date };

type CachedKey = DataKeyBinding & { readonly sealed: string };

/** Issues data keys for the values that agents post. Stores them in the cache for 10 minutes, encrypted by the key service. */
@Injectable()
export class DataKeyService {
  constructor(
    private readonly jobs: JobOwnership,
    private readonly cache: Cache,
    private readonly keys: KeyService,
  ) {}

  /**
   * Issues a 256-bit key for one job that the agent has claimed, sealed to the agent's public key.
   *
   * @throws DomainError job_not_found, job_not_claimed, public_key_missing; 503 while the cache or the key service is
   *   unreachable
   */
  async issue(agent: AgentPrincipal, jobId: string, attempt?: number): Promise<IssuedDataKey> {
    const job = await this.jobs.find(agent.agentId, jobId, attempt);
    if (!agent.publicKey) throw agentErrors.publicKeyMissing();
    const [dekId, dek] = [newId(), freshKey()];
    try {
      const sealed = sealDek(agent.publicKey, dek, agent.agentId);
      await this.store(dekId, dek, dataKeyBinding(agent, job));
      return { ...sealed, dekId, expiresAt: new Date(job.foundAt.getTime() + LIFE_SECONDS * 1000) };
    } finally {
      dek.wipe();
    }
  }

  /**
   * Returns the data key, to decrypt a posted value. The caller wipes it.
   *
   * @throws DomainError dek_expired for an unknown key and one sealed to an earlier public key; dek_mismatch for one of
   *   another agent, job or attempt
   */
  async open(dekId: string, binding: DataKeyBinding): Promise<SecretBytes> {
    const cached = await this.cache.get(cacheKeyOf(dekId));
    if (!cached) throw agentErrors.dekExpired();
    const key = JSON.parse(cached.toString('utf8')) as CachedKey;
    if (key.keyFingerprint !== binding.keyFingerprint) throw agentErrors.dekExpired();
    if (label(dekId, key) !== label(dekId, binding)) throw agentErrors.dekMismatch();
    return openBlob(key.sealed, label(dekId, binding), this.keys);
  }

  private async store(dekId: string, dek: SecretBytes, binding: DataKeyBinding): Promise<void> {
    const sealed = await sealBlob(dek, label(dekId, binding), this.keys);
    const cached: CachedKey = { ...binding, sealed };
    await this.cache.set(cacheKeyOf(dekId), JSON.stringify(cached), LIFE_SECONDS);
  }
}

/** Returns the binding of a data key that this agent requests or uses for a job that it has claimed. */
export function dataKeyBinding(agent: AgentPrincipal, job: Pick<Job, 'id' | 'attempt'>): DataKeyBinding {
  const keyFingerprint = agent.publicKey ? fingerprintOf(agent.publicKey) : '';
  return { agentId: agent.agentId, jobId: job.id, attempt: job.attempt, keyFingerprint };
}

function freshKey(): SecretBytes {
  const raw = randomBytes(KEY_BYTES);
  const dek = SecretBytes.from(raw);
  raw.fill(0);
  return dek;
}

function cacheKeyOf(dekId: string): string {
  return `dek:${dekId}`;
}

function label(dekId: string, { agentId, attempt, jobId, keyFingerprint }: DataKeyBinding): string {
  return `agent-dek|${dekId}|${agentId}|${jobId}|${attempt}|${keyFingerprint}`;
}
