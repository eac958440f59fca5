import type { RequestStatus } from '../domain/request-state.js';

/** A minimal model of a request, which the service is compared with. */
export class RequestModel {
  stored: RequestStatus;
  late = false;
  job: 'none' | 'queued' | 'held' | 'lapsed' | 'over' = 'none';
  attempts = 0;
  readonly votes = new Set<number>();

  constructor(
    readonly needed: number,
    readonly selfApproval: boolean,
  ) {
    this.stored = needed === 0 ? 'approved' : 'pending';
    if (needed === 0) this.job = 'queued';
  }

  /** The effective status: waiting requests expire, claimed ones do not. */
  get status(): RequestStatus {
    const waits = this.stored === 'pending' || (this.stored === 'approved' && this.job !== 'held');
    return this.late && waits ? 'expired' : this.stored;
  }

  /** Records an expiry, as any access by a user does. */
  settle(): void {
    if (this.status === 'expired' && this.stored !== 'expired') this.endWith('expired');
  }

  endWith(status: RequestStatus): void {
    this.stored = status;
    if (this.job === 'queued' || this.job === 'lapsed') this.job = 'over';
  }

  vote(person: number, approve: boolean): string {
    this.settle();
    if (this.stored !== 'pending') return 'request_status_invalid_transition';
    if (person === 0 && !this.selfApproval) return 'separation_of_duties_violated';
    if (this.votes.has(person)) return 'duplicate_vote';
    this.votes.add(person);
    if (!approve) this.endWith('rejected');
    else if (this.votes.size >= this.needed) this.approve();
    return 'ok';
  }

  cancel(person: number): string {
    this.settle();
    if (person !== 0) return 'not_requester';
    const open = this.stored === 'pending' || (this.stored === 'approved' && this.job !== 'held');
    if (!open) return 'request_status_invalid_transition';
    this.endWith('cancelled');
    return 'ok';
  }

  /** Returns whether a polling agent gets the job. */
  claim(): boolean {
    if (this.job !== 'queued' && this.job !== 'lapsed') return false;
    if (this.attempts === 5) return this.lose('failed');
    this.attempts += 1;
    if (this.stored !== 'approved') return this.lose(this.stored);
    if (this.late) return this.lose('expired');
    this.job = 'held';
    return true;
  }

  complete(succeeded: boolean): void {
    this.job = 'over';
    this.stored = succeeded ? 'executed' : 'failed';
  }

  private approve(): void {
    this.stored = 'approved';
    this.job = 'queued';
  }

  private lose(status: RequestStatus): false {
    if (this.stored === 'approved') this.stored = status;
    this.job = 'over';
    return false;
  }
}
