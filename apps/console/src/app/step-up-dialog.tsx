import type { JSX } from 'react';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import { stepUpGate } from '../api/call-gate.js';
import { Dialog } from '../ui/dialog.js';
import { toast } from '../ui/toasts.js';
import { StepUpPanel } from './step-up-panel.js';

/** The second factor, above the page that needs it. It says what is being confirmed. */
export function StepUpDialog({ prompt }: { prompt: StepUpPrompt | null }): JSX.Element {
  const cancel = (): void => {
    stepUpGate.answer(false);
    toast('Not sent. Nothing you typed is lost.');
  };
  return (
    <Dialog
      onClose={cancel}
      title="Confirm that it is you"
      description={
        prompt && (
          <>
            <strong>{prompt.verb}</strong>: {prompt.about}
          </>
        )
      }
    >
      {/* Without a session the call is refused anew, and the person is asked to sign in. */}
      <StepUpPanel onDone={() => stepUpGate.answer(true)} onSessionEnded={() => stepUpGate.answer(true)} />
    </Dialog>
  );
}
