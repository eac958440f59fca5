import { type JSX, useEffect, useState } from 'react';
import { stepUpGate } from '../api/call-gate.js';
import { useObservable } from '../ui/use-observable.js';
import type { StepUpDialog } from './step-up-dialog.js';

/** Opens the step-up dialog while calls wait for it; its code is loaded on first use. */
export function StepUpGate(): JSX.Element | null {
  const asked = useObservable(stepUpGate.asked);
  const [Dialog, setDialog] = useState<typeof StepUpDialog | null>(null);
  const missing = asked !== undefined && Dialog === null;
  useEffect(() => {
    if (!missing) return;
    import('./step-up-dialog.js').then(
      (module) => setDialog(() => module.StepUpDialog),
      // Its code did not arrive: the calls are refused, and the next one asks again.
      () => stepUpGate.answer(false),
    );
  }, [missing]);
  return asked === undefined || Dialog === null ? null : <Dialog prompt={asked} />;
}
