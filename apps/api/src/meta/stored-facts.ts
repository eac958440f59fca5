import { Injectable } from '@nestjs/common';
import { AuditProofReadModel } from '#libs/audit';
import { DeviceSignIn } from '#libs/auth';
import { LocalAccounts } from '#libs/users';

/** The part of GET /meta that is stored in the database. */
export interface Facts {
  /** Whether local accounts exist. */
  readonly password: boolean;
  /** Whether the audit log has a signed checkpoint. */
  readonly auditSigned: boolean;
  /** Command lines may be signed in by a typed code. */
  readonly deviceSignIn: boolean;
}

const KEPT_MS = 60_000;

/** Reads the facts at most once a minute per process: GET /meta is public. */
@Injectable()
export class StoredFacts {
  private kept: { readonly facts: Promise<Facts>; readonly until: number } | null = null;

  constructor(
    private readonly accounts: LocalAccounts,
    private readonly proofs: AuditProofReadModel,
    private readonly device: DeviceSignIn,
  ) {}

  async read(): Promise<Facts> {
    if (this.kept && performance.now() < this.kept.until) return this.kept.facts;
    const kept = { facts: this.find(), until: performance.now() + KEPT_MS };
    this.kept = kept;
    // A failure is not cached.
    kept.facts.catch(() => this.kept === kept && (this.kept = null));
    return kept.facts;
  }

  private async find(): Promise<Facts> {
    const [password, auditSigned, deviceSignIn] = await Promise.all([
      this.accounts.anyExists(),
      this.proofs.anyCheckpointExists(),
      this.device.isAllowed(),
    ]);
    return { password, auditSigned, deviceSignIn };
  }
}
