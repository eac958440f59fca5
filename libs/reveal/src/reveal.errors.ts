import { DomainError } from '#libs/core';

/** Errors of ending a session; opening one throws the request's refusals. */
export const revealErrors = {
  notFound: () => new DomainError('reveal_session_not_found', 'not_found', 'Reveal session not found.'),
  notOwner: () => new DomainError('not_owner', 'forbidden', 'Only the owner of a reveal session can end it.'),
} as const;
