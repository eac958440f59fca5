import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type PreviewBody, previewQuery, revealDirectly } from '../api/queries/submit.js';
import { messageOfError } from '../api/error-messages.js';
import { ActionButton } from './button.js';
import { FailureNotice } from './failure-notice.js';
import { MOST_KEYS, tooManyKeys } from './most-keys.js';
import { shortRef } from './short-ref.js';
import { useIdempotencyKey } from './use-idempotency-key.js';
import { whyNoDirectReveal } from './why-no-direct-reveal.js';

export interface DirectRevealButtonProps {
  /** Which secret of which environment; null while that is not chosen. */
  readonly body: PreviewBody | null;
  readonly keys: readonly string[];
  /** The environment's name, for the words of the second factor. */
  readonly where: string;
  /** Told when the service has agreed, before the page of the values opens. */
  readonly onAsked?: () => void;
}

/**
 * Leads to a secret's values without anybody's approval, where a rule allows that: an agent fetches them, then the person
 * opens them as ever. Elsewhere it is off, and says which condition does not hold before one tries.
 */
export function DirectRevealButton({ body, keys, where, onAsked }: DirectRevealButtonProps): JSX.Element {
  const navigate = useNavigate();
  const preview = useQuery(previewQuery(body)).data;
  const keyOf = useIdempotencyKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (chosen: PreviewBody) => {
      const about = (
        <>
          {keys.join(', ')} of <code>{shortRef(chosen.secret_ref)}</code> in {where}
        </>
      );
      const prompt = { verb: 'Show now', about };
      const { id } = await revealDirectly(chosen, keys, prompt, keyOf(JSON.stringify([chosen, keys])));
      onAsked?.();
      await navigate({ to: '/requests/$id/reveal', params: { id } });
    },
  });
  return (
    <>
      {error && <FailureNotice>{messageOfError(error)}</FailureNotice>}
      <ActionButton busy={isPending} reason={reason()} onClick={() => body && mutate(body)}>
        Show now
      </ActionButton>
    </>
  );

  function reason(): string | null {
    if (body === null) return 'Name the secret and choose its environment first.';
    const against = preview && whyNoDirectReveal(preview);
    if (against) return against;
    if (preview === undefined) return 'Checking whether this is allowed…';
    if (keys.length === 0) return 'Name at least one key.';
    return tooManyKeys(keys.length, MOST_KEYS.read);
  }
}
