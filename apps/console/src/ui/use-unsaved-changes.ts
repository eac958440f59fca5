import { useRouter } from '@tanstack/react-router';
import { useEffect, useId } from 'react';

/** Leaves a page whose input is sent or given up. */
export type Leave = () => Promise<unknown>;

export interface UnsavedChanges {
  /** For the element around the form. */
  readonly onInput: () => void;
  /** Everything is sent, so that nothing is lost. */
  readonly sent: () => void;
}

/** The forms on the page with input that is not sent. */
const unsaved = new Set<string>();

/** Warns before leaving a page with unsaved input. */
export function useUnsavedChanges(): UnsavedChanges {
  const { history } = useRouter();
  const form = useId();
  useEffect(() => {
    const unblock = history.block({
      blockerFn: () => unsaved.has(form) && !confirm('Leave this page? What you typed is lost.'),
      enableBeforeUnload: () => unsaved.has(form),
    });
    return () => {
      unblock();
      unsaved.delete(form);
    };
  }, [history, form]);
  return { onInput: () => void unsaved.add(form), sent: () => void unsaved.delete(form) };
}

/** Gives up what is typed on the page: what it would have changed is gone. */
export function discardInput(): void {
  unsaved.clear();
}
