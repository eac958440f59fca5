import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { httpErrors } from '#libs/core';
import { JobOwnership, type Job } from '#libs/jobs';
import { KeyService } from '#libs/kms';
import type { SecretBytes } from '#libs/secret-bytes';
import { decryptPostedValue, EnvelopeError } from '#libs/agent-protocol';
import { type SealedWrap, sealWraps, wrapEvents, WrapStore } from '#libs/wraps';
import type { AgentPrincipal } from './agent.js';
import { agentErrors } from './agents.errors.js';
import { dataKeyBinding, DataKeyService } from './data-key.service.js';

/** In bytes (D5). */
const MAX_VALUE_BYTES = 64 * 1024;

/** An encrypted value as the agent posts it; nonce and ciphertext are base64 (D53). */
export interface PostedWrap {
  readonly jobId: string;
  readonly dekId: string;
  readonly keyName: string;
  readonly nonce: string;
  readonly ciphertext: string;
  readonly attempt?: number;
}

export interface StoredPost {
  readonly wrapId: string;
  readonly keyName: string;
  readonly expiresAt: Date;
}

type ReadJob = Job & { readonly requestId: string; readonly valueTtlSeconds: number };

/** Read flow: decrypts the values that an agent posts and stores each as a wrap for the requester (D27). */
@Injectable()
export class PostedWrapService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobOwnership,
    private readonly dataKeys: DataKeyService,
    private readonly wraps: WrapStore,
    private readonly keys: KeyService,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws DomainError job_not_found, job_not_claimed, key_not_requested, dek_expired, dek_mismatch,
   *   envelope_invalid, validation_failed (over 64 KiB), wrap_exists; 503 while the cache or the key service is unreachable
   */
  async post(agent: AgentPrincipal, post: PostedWrap): Promise<StoredPost> {
    const job = await this.jobs.find(agent.agentId, post.jobId, post.attempt);
    if (!requestsKey(job, post.keyName)) throw agentErrors.keyNotRequested();
    const value = await this.open(agent, job, post);
    try {
      const [wrap] = await sealWraps(this.keys, job.requestId, 'requester', new Map([[post.keyName, value]]));
      return await this.store(agent, job, wrap!);
    } finally {
      value.wipe();
    }
  }

  private async open(agent: AgentPrincipal, job: ReadJob, post: PostedWrap): Promise<SecretBytes> {
    const dek = await this.dataKeys.open(post.dekId, dataKeyBinding(agent, job));
    try {
      return checkedSize(decrypt(dek, agent.agentId, post));
    } finally {
      dek.wipe();
    }
  }

  private async store(agent: AgentPrincipal, job: ReadJob, wrap: SealedWrap): Promise<StoredPost> {
    const { id: jobId, attempt, correlationId, valueTtlSeconds: ttlSeconds } = job;
    return this.database.transaction(async (tx) => {
      // Another agent may have claimed the job in the meantime.
      await this.jobs.lock(tx, agent.agentId, jobId, attempt);
      if (attempt > 1) await this.wraps.destroyEarlierAttempts(tx, jobId, attempt);
      const { expiresAt } = await this.wraps.insert(tx, { ...wrap, jobId, attempt, ttlSeconds });
      await this.audit.record(tx, wrapEvents.created(`agent:${agent.agentId}`, wrap, correlationId));
      return { wrapId: wrap.id, keyName: wrap.keyName, expiresAt };
    });
  }
}

/** Returns whether the job is a read that requests this key: agents post values for reads only. */
function requestsKey(job: Job, keyName: string): job is ReadJob {
  const reads = job.kind === 'read' && job.requestId !== null && job.valueTtlSeconds !== null;
  return reads && job.keys.includes(keyName);
}

function decrypt(
  dek: SecretBytes,
  agentId: string,
  { jobId, keyName, nonce, ciphertext }: PostedWrap,
): SecretBytes {
  try {
    return decryptPostedValue(dek, nonce, ciphertext, { agentId, jobId, keyName });
  } catch (error) {
    if (error instanceof EnvelopeError) throw agentErrors.envelopeInvalid();
    throw error;
  }
}

function checkedSize(value: SecretBytes): SecretBytes {
  if (value.length <= MAX_VALUE_BYTES) return value;
  value.wipe();
  throw httpErrors.invalidField('ciphertext', 'must hold at most 64 KiB');
}
