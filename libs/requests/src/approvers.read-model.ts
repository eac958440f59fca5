import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Caller, Grant } from '#libs/permissions';
import { PlatformSettingsService } from '#libs/policies';
import { Places } from '#libs/tenancy';
import { type AccessRequest, approvalsOf } from './access-request.js';
import { HOLDER_GROUPS, HOLDERS } from './approver-sql.js';
import { type PendingAction, pendingActionsOf } from './domain/pending-actions.js';
import { RequestKinds } from './request-kinds.js';
import { RequestReadModel } from './requests.read-model.js';

/** Users who hold a permission by the same role and scope. */
export interface ApproverGroup {
  readonly role_name: string;
  readonly kind: 'platform' | 'team' | 'project';
  readonly id: string | null;
  readonly name: string | null;
  readonly count: number;
}

export interface Approver {
  readonly user_id: string;
  readonly display_name: string | null;
  readonly email: string;
  readonly can: boolean;
  /** Null when they can, else the error code that they would get. */
  readonly reason: string | null;
}

export interface Approvers {
  /** The number of votes that the stage of the request needs, and of those that are valid. */
  readonly needed: number;
  readonly given: number;
  readonly groups: readonly ApproverGroup[];
  readonly people: readonly Approver[];
  /** Not all users are listed. */
  readonly truncated: boolean;
}

type Holder = Omit<Approver, 'can' | 'reason'> & { readonly grants: readonly Grant[] };

const MAX_LISTED = 50;
/** Users examined per request, so that those who can act are sorted first. */
const MAX_ROWS_EXAMINED = 200;

/** Finds who can approve a request, verify it or provide its values, with the same decisions that enforce it. */
@Injectable()
export class ApproverReadModel {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestReadModel,
    private readonly kinds: RequestKinds,
    private readonly settings: PlatformSettingsService,
    private readonly places: Places,
  ) {}

  /**
   * Returns the groups of users with the required permission, and up to 50 users by name, those who can act first. No names
   * are returned where the platform's approver_directory is `groups`.
   *
   * @throws DomainError request_not_found, also when it is not visible to the caller
   */
  async of(caller: Caller, id: string): Promise<Approvers> {
    const { request } = await this.requests.getVisible(caller, id);
    const pending = pendingActionsOf(stageOf(request));
    const groups = (await Promise.all(pending.map((each) => this.groups(request, each)))).flat();
    const counts = countsOf(request);
    const { approver_directory } = await this.settings.read();
    if (approver_directory === 'groups') return { ...counts, groups, people: [], truncated: false };
    const found = await Promise.all(pending.map((each) => this.people(request, each)));
    const people = whoCanActFirst(found.flat());
    const truncated =
      people.length > MAX_LISTED || found.some((holders) => holders.length === MAX_ROWS_EXAMINED);
    return { ...counts, groups, people: people.slice(0, MAX_LISTED), truncated };
  }

  /** Returns the groups of those who can approve reads and patches of a project; empty for an unknown one. */
  async groupsOf(projectId: string): Promise<ApproverGroup[]> {
    const project = await this.places.project(this.database, projectId);
    if (!project) return [];
    const parameters = ['secret.approve', projectId, project.teamIds, true];
    return this.database.query<ApproverGroup>(HOLDER_GROUPS, parameters);
  }

  private groups(request: AccessRequest, pending: PendingAction): Promise<ApproverGroup[]> {
    return this.database.query<ApproverGroup>(HOLDER_GROUPS, placeOf(request, pending));
  }

  private async people(request: AccessRequest, pending: PendingAction): Promise<Approver[]> {
    const parameters = [...placeOf(request, pending), MAX_ROWS_EXAMINED];
    const holders = await this.database.query<Holder>(HOLDERS, parameters);
    return holders.map(({ user_id, display_name, email, grants }) => {
      const actions = this.kinds.allowedActions(request, { userId: user_id, grants });
      const { allowed: can = false, reason = null } =
        actions.find(({ action }) => action === pending.action) ?? {};
      return { user_id, display_name, email, can, reason };
    });
  }
}

/** Returns each user once, those who can act first; one of their permissions is enough for that. */
function whoCanActFirst(people: readonly Approver[]): Approver[] {
  const sorted = [...people].sort((one, other) => Number(other.can) - Number(one.can));
  const each = new Map<string, Approver>();
  for (const person of sorted) if (!each.has(person.user_id)) each.set(person.user_id, person);
  return [...each.values()];
}

function stageOf(request: AccessRequest) {
  return {
    type: request.type,
    status: request.status,
    minApprovers: request.min_approvers,
    requiresSecurityApproval: request.requires_security_approval,
  };
}

function countsOf(request: AccessRequest): Pick<Approvers, 'needed' | 'given'> {
  if (request.status === 'pending_values') return { needed: 1, given: 0 };
  const security = request.requires_security_approval ? 1 : 0;
  const securityVotes = request.votes.filter((vote) => vote.is_valid && vote.voted_as === 'security');
  return { needed: request.min_approvers + security, given: approvalsOf(request) + securityVotes.length };
}

/** Returns the statements' parameters except the limit. */
function placeOf(request: AccessRequest, { permission, at }: PendingAction): unknown[] {
  const project = at === 'project' ? request.project_id : null;
  const teams = at === 'project' ? request.team_ids : request.target_team_ids;
  return [permission, project, teams, at !== 'everywhere'];
}
