import type { Preview } from '../api/queries/submit.js';
import { messageOf } from '../api/error-messages.js';

/** Returns which condition keeps values from being shown without a request, as a sentence; null where none does. */
export function whyNoDirectReveal({ direct_reveal, rule_name: rule, refusals }: Preview): string | null {
  if (direct_reveal.allowed) return null;
  switch (direct_reveal.condition) {
    case 'permission':
      return 'You don’t hold secret.reveal.direct here.';
    case 'environment_kind':
      return 'Prod is never shown without approval.';
    case 'policy':
      return rule === null
        ? 'No rule allows this to be shown without approval.'
        : `The rule ${rule} doesn’t allow it without approval.`;
    default:
      return messageOf(refusals[0] ?? 'direct_reveal_not_allowed');
  }
}
