import type { RequestDetail } from '../api/queries/requests.js';
import { messageOf } from '../api/error-messages.js';
import { STATUSES } from './request-labels.js';

/** Returns why a request's values can't be opened now, as a sentence; null when they can, or are open elsewhere. */
export function whyNotRevealed({ allowed_actions, status }: RequestDetail): string | null {
  const action = allowed_actions.find((each) => each.action === 'reveal');
  // Where they are open elsewhere, their page offers to end that.
  if (action?.allowed || action?.reason === 'reveal_session_open') return null;
  switch (action?.reason) {
    case 'request_status_invalid_transition':
      if (status === 'approved') return 'An agent is fetching the values. This page updates automatically.';
      if (status.startsWith('pending')) return 'The request is not approved yet.';
      return `There are no values: the request is ${STATUSES[status].word.toLowerCase()}.`;
    case 'nothing_to_reveal':
      return 'Every value was retrieved or destroyed.';
    default:
      return messageOf(action?.reason ?? 'reveal_type_unsupported');
  }
}
