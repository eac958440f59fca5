import { DomainError, httpErrors } from '#libs/core';
import { tenancyErrors } from '#libs/tenancy';
import type { Refusal } from './domain/request-actions.js';

const forbidden = (code: string, message: string) => () => new DomainError(code, 'forbidden', message);
const conflict = (code: string, message: string) => () => new DomainError(code, 'conflict', message);
const invalid = (code: string, message: string) => () => new DomainError(code, 'invalid', message);

export type DirectRevealCondition = 'permission' | 'environment_kind' | 'policy';

/** Errors of submitting, deciding and using requests. */
export const requestErrors = {
  notFound: () => new DomainError('request_not_found', 'not_found', 'Request not found.'),
  notRequester: forbidden('not_requester', 'Only the requester may do this.'),
  actorMismatch: forbidden('actor_mismatch', 'You can act only on your own behalf.'),
  statusInvalidTransition: conflict(
    'request_status_invalid_transition',
    "The request's status does not allow this.",
  ),
  duplicateVote: conflict('duplicate_vote', 'You have already voted on this request.'),
  tooManyComments: conflict('too_many_comments', 'The request has reached the maximum number of comments.'),
  connectionNotBound: conflict('connection_not_bound', 'The connection is not bound to this environment.'),
  secretBoundToProd: conflict('secret_bound_to_prod', 'This secret belongs to a prod environment.'),
  secretNotBound: conflict('secret_not_bound', 'This secret is not bound to the environment.'),
  justificationRequired: invalid('justification_required', 'The workflow requires a justification.'),
  directRevealNotAllowed: (condition: DirectRevealCondition) =>
    new DomainError('direct_reveal_not_allowed', 'forbidden', 'This secret cannot be revealed directly.', {
      condition,
    }),
  /** The error of a refused action. */
  refused: (refusal: Refusal): DomainError => REFUSALS[refusal](),
} as const;

const REFUSALS: Readonly<Record<Refusal, () => DomainError>> = {
  permission_denied: () => httpErrors.permissionDenied('secret.approve'),
  out_of_scope_project: tenancyErrors.outOfScopeProject,
  not_requester: requestErrors.notRequester,
  request_status_invalid_transition: requestErrors.statusInvalidTransition,
  cross_team_status_invalid_transition: conflict(
    'cross_team_status_invalid_transition',
    "The request's status does not allow this.",
  ),
  separation_of_duties_violated: forbidden(
    'separation_of_duties_violated',
    'One person cannot have both roles.',
  ),
  duplicate_vote: requestErrors.duplicateVote,
  reveal_type_unsupported: invalid('reveal_type_unsupported', 'A patch request has no values to reveal.'),
  nothing_to_reveal: conflict('nothing_to_reveal', 'No wrap of this request can be retrieved anymore.'),
  reveal_session_open: conflict('reveal_session_open', 'A reveal session of this request is already open.'),
};
