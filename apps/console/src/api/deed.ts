import type { ReactNode } from 'react';

/** What a person confirms with their second factor, in words: the step-up dialog shows it. */
export interface Deed {
  /** As on the button: "Approve". */
  readonly verb: string;
  /** What it does, and to what. */
  readonly about: ReactNode;
}
