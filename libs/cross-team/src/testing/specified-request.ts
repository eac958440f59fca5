import type { RequestStatus } from '#libs/requests';
import type { PersonAction } from '../domain/cross-team-stage.js';

const WRONG = 'cross_team_status_invalid_transition';
const DUTIES = 'separation_of_duties_violated';

/**
 * A model of one cross-team request, written sentence by sentence from the specification and without any table, which the
 * implementation is compared with.
 */
export class SpecifiedRequest {
  status: RequestStatus = 'pending_values';
  overdue = false;
  filler: string | null = null;
  readonly sourceVoters = new Set<string>();
  readonly securityVoters = new Set<string>();

  constructor(
    readonly requester: string,
    readonly minApprovers: 0 | 1,
    readonly needsSecurity: boolean,
  ) {}

  /** Returns the response to a user who holds every permission: `ok` or an error code. */
  act(action: PersonAction, person: string): string {
    if (action === 'fill') return this.fill(person);
    if (action === 'refuse') return this.refuse(person);
    if (action === 'cancel') return this.cancel(person);
    const [decision, part] = action.split('_') as ['approve' | 'reject', 'source' | 'security'];
    return this.vote(decision, part, person);
  }

  /** Expires the request if it is due, like the sweep or the next access. */
  settle(): boolean {
    if (this.status !== 'pending_values' || !this.overdue) return false;
    this.status = 'expired';
    return true;
  }

  report(succeeded: boolean): void {
    if (this.status === 'approved') this.status = succeeded ? 'executed' : 'failed';
  }

  /** Deletes the target environment: waiting requests end, approved ones continue. */
  removePlace(): void {
    if (!this.settle() && ['pending_values', 'pending_verification'].includes(this.status))
      this.status = 'cancelled';
  }

  private fill(person: string): string {
    if (this.settle()) return 'fill_window_expired';
    if (['refused', 'cancelled', 'expired'].includes(this.status)) return WRONG;
    if (this.status !== 'pending_values') return 'cross_team_already_filled';
    if (person === this.requester) return DUTIES;
    this.filler = person;
    this.status = this.minApprovers === 0 ? 'approved' : 'pending_verification';
    return 'ok';
  }

  private refuse(person: string): string {
    if (this.settle()) return 'fill_window_expired';
    if (this.status !== 'pending_values') return WRONG;
    if (person === this.requester) return DUTIES;
    this.status = 'refused';
    return 'ok';
  }

  private cancel(person: string): string {
    this.settle();
    if (person !== this.requester) return 'not_requester';
    if (this.status !== 'pending_values') return WRONG;
    this.status = 'cancelled';
    return 'ok';
  }

  private vote(decision: 'approve' | 'reject', part: 'source' | 'security', person: string): string {
    this.settle();
    if (this.status !== 'pending_verification') return WRONG;
    if (part === 'security' && !this.needsSecurity) return WRONG;
    if (person === this.requester || person === this.filler) return DUTIES;
    if (this.sourceVoters.has(person)) return part === 'security' ? DUTIES : 'duplicate_vote';
    if (this.securityVoters.has(person)) return 'duplicate_vote';
    if (decision === 'reject') this.status = 'rejected';
    else this.count(part, person);
    return 'ok';
  }

  private count(part: 'source' | 'security', person: string): void {
    (part === 'source' ? this.sourceVoters : this.securityVoters).add(person);
    const security = !this.needsSecurity || this.securityVoters.size > 0;
    if (this.sourceVoters.size > 0 && security) this.status = 'approved';
  }
}
