import { type JSX, lazy, Suspense } from 'react';
import { stepUpGate } from '../api/suspension.js';
import { useWatched } from '../ui/use-watched.js';

const StepUpDialog = lazy(() =>
  import('./step-up-dialog.js').then((module) => ({ default: module.StepUpDialog })),
);

/** Asks for the second factor while calls wait for it; its code is loaded when it is first needed. */
export function StepUpGate(): JSX.Element | null {
  const asked = useWatched(stepUpGate.asked);
  if (asked === undefined) return null;
  return (
    <Suspense>
      <StepUpDialog deed={asked} />
    </Suspense>
  );
}
