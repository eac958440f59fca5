import type { ReactNode } from 'react';

/** What the step-up dialog says that the user confirms with their second factor. */
export interface StepUpPrompt {
  /** The label of the button: "Approve". */
  readonly verb: string;
  /** What the action applies to. */
  readonly about: ReactNode;
}
