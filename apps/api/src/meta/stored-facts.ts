import { Injectable } from '@nestjs/common';
import { AuditProofReadModel } from '#libs/audit';
import { UserReadModel } from '#libs/users';

/** What GET /meta tells that stands in the database. */
export interface Facts {
  /** Local accounts were set up. */
  readonly password: boolean;
  /** The audit log has a signed checkpoint. */
  readonly auditSigned: boolean;
}

const KEPT_MS = 60_000;

/** Reads the facts at most once a minute in a process, however many strangers ask. */
@Injectable()
export class StoredFacts {
  private kept: { readonly facts: Promise<Facts>; readonly until: number } | null = null;

  constructor(
    private readonly users: UserReadModel,
    private readonly proofs: AuditProofReadModel,
  ) {}

  async read(): Promise<Facts> {
    if (this.kept && performance.now() < this.kept.until) return this.kept.facts;
    const kept = { facts: this.find(), until: performance.now() + KEPT_MS };
    this.kept = kept;
    // What failed is not kept.
    kept.facts.catch(() => this.kept === kept && (this.kept = null));
    return kept.facts;
  }

  private async find(): Promise<Facts> {
    const [password, auditSigned] = await Promise.all([
      this.users.anyLocalExists(),
      this.proofs.anyCheckpointExists(),
    ]);
    return { password, auditSigned };
  }
}
