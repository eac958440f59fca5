import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export interface UnsavedChanges {
  /** For the element around the form. */
  readonly onInput: () => void;
  /** Everything is sent, so that nothing is lost. */
  readonly sent: () => void;
}

/** Warns before leaving a page with unsaved input. */
export function useUnsavedChanges(): UnsavedChanges {
  const { history } = useRouter();
  const typed = useRef(false);
  useEffect(
    () =>
      history.block({
        blockerFn: () => typed.current && !confirm('Leave this page? What you typed is lost.'),
        enableBeforeUnload: () => typed.current,
      }),
    [history],
  );
  return {
    onInput: () => {
      typed.current = true;
    },
    sent: () => {
      typed.current = false;
    },
  };
}
