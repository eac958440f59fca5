import type { Permission } from '#libs/permissions';
import { DomainError, httpErrors } from '#libs/core';
import { requestErrors } from '#libs/requests';
import { tenancyErrors } from '#libs/tenancy';
import type { CrossTeamRefusal } from './domain/cross-team-decision.js';

const precondition = (code: string, message: string) => () => new DomainError(code, 'precondition', message);
const conflict = (code: string, message: string) => () => new DomainError(code, 'conflict', message);

/** Errors of cross-team requests. */
export const crossTeamErrors = {
  keysEmpty: precondition('cross_team_keys_empty', 'Name at least one destination key.'),
  invalidTarget: precondition(
    'cross_team_invalid_target',
    "The target's team, project and environment do not match, or are not active.",
  ),
  destinationUnbound: precondition(
    'cross_team_destination_unbound',
    'The destination connection is not bound to the source project.',
  ),
  minApproversUnsupported: precondition(
    'cross_team_min_approvers_unsupported',
    'The workflow requires more approvers than a cross-team request can have.',
  ),
  sourceAmbiguous: (projectIds: readonly string[]) =>
    new DomainError(
      'source_project_ambiguous',
      'invalid',
      'More than one source project matches; specify source_project_id.',
      { project_ids: projectIds },
    ),
  /** The error contains names of keys, never values. */
  keysMismatch: (missing: readonly string[], unexpected: readonly string[]) =>
    new DomainError(
      'cross_team_keys_mismatch',
      'invalid',
      'The keys of the values differ from the destination keys.',
      { missing, unexpected },
    ),
  alreadyFilled: conflict('cross_team_already_filled', 'The values have already been provided.'),
  fillWindowExpired: () =>
    new DomainError('fill_window_expired', 'gone', 'The time to provide values has passed.'),
  duplicateVote: () => requestErrors.refused('duplicate_vote'),
  dutiesViolated: () => requestErrors.refused('separation_of_duties_violated'),
  wrongStatus: () => requestErrors.refused('cross_team_status_invalid_transition'),
} as const;

/** Returns the error of a refused action; `permission` is the one that the action requires. */
export function crossTeamRefusal(refusal: CrossTeamRefusal, permission: Permission | null): DomainError {
  switch (refusal) {
    case 'permission_denied':
      return httpErrors.permissionDenied(permission ?? '');
    case 'out_of_scope_team':
      return tenancyErrors.outOfScopeTeam();
    case 'out_of_scope_project':
      return tenancyErrors.outOfScopeProject();
    case 'cross_team_already_filled':
      return crossTeamErrors.alreadyFilled();
    case 'fill_window_expired':
      return crossTeamErrors.fillWindowExpired();
    default:
      return requestErrors.refused(refusal);
  }
}
