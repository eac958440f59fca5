import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { StepUpPrompt } from '../../api/step-up-prompt.js';
import { endReveal, openReveal, type RevealSession } from '../../api/queries/reveal.js';
import { forgetAll, valueStates } from '../../secret/retrieved-values.js';

export type Ending = 'ttl' | 'hidden';

/** Which keys were retrieved before the end, and which were destroyed with it. */
export interface Receipt {
  readonly ending: Ending;
  readonly retrieved: readonly string[];
  readonly destroyed: readonly string[];
}

export interface OpenSession extends RevealSession {
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** Sessions whose end the service already knows. */
const closed = new WeakSet<OpenSession>();

export interface Revealing {
  readonly session: OpenSession | null;
  readonly receipt: Receipt | null;
  readonly open: (prompt: StepUpPrompt) => Promise<void>;
  readonly end: (ending: Ending) => void;
}

/** One reveal session: it is opened by the person alone, and ends with its time, by hand, or when the page is left. */
export function useRevealSession(requestId: string): Revealing {
  const client = useQueryClient();
  const [session, setSession] = useState<OpenSession | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);

  const open = async (prompt: StepUpPrompt): Promise<void> => {
    const sent = performance.now();
    const opened = await openReveal(requestId, prompt);
    const arrived = performance.now();
    // The time may include a step-up: at most one second counts as network latency.
    const way = Math.min((arrived - sent) / 2, 1000);
    setReceipt(null);
    setSession({ ...opened, endsAt: arrived + opened.ttl_seconds * 1000 - way });
  };
  const end = useCallback(
    (ending: Ending): void => {
      if (session === null || closed.has(session)) return;
      setReceipt(receiptOf(session, ending));
      close(session, ending === 'hidden' ? 'user_hide' : null, () =>
        client.invalidateQueries({ queryKey: ['requests'] }),
      );
      setSession(null);
    },
    [session, client],
  );
  useEffect(() => {
    if (session === null) return undefined;
    const leave = (): void => close(session, 'unmount');
    const comeBack = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload();
    };
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
      leave();
    };
  }, [session]);
  return { session, receipt, open, end };
}

/** Forgets every value and tells the service, once. @param reason null where the time is over: it knows */
function close(
  session: OpenSession,
  reason: 'unmount' | 'user_hide' | null,
  then?: () => Promise<void>,
): void {
  forgetAll();
  if (closed.has(session)) return;
  closed.add(session);
  const told = reason === null ? Promise.resolve() : endReveal(session.session_id, reason);
  void told.catch(() => undefined).then(then);
}

function receiptOf({ wraps }: RevealSession, ending: Ending): Receipt {
  const states = valueStates.get();
  const [retrieved, destroyed]: [string[], string[]] = [[], []];
  for (const { wrap_id: id, key_name: name } of wraps)
    (['held', 'lost', 'consumed'].includes(states.get(id) ?? 'sealed') ? retrieved : destroyed).push(name);
  return { ending, retrieved, destroyed };
}
