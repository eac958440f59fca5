import { type RefObject, useEffect, useRef } from 'react';
import { sessionGate, stepUpGate } from '../api/call-gate.js';
import { openOverlay } from '../keys/open-overlay.js';
import { textOf, valueStates } from './retrieved-values.js';

/** Always as many, whatever the value. */
const BULLETS = '••••••••';
/** Whatever may bring other eyes, or another program, to the page. */
const HIDE_AT = ['blur', 'pagehide', 'beforeprint'] as const;

interface Reveal {
  readonly box: RefObject<HTMLSpanElement | null>;
  /** @param milliseconds until it is hidden by itself; else it stays until `hide` */
  readonly show: (milliseconds?: number) => void;
  readonly hide: () => void;
}

/** The one place of the page where a value's text is written, and taken away again. */
export function useReveal(wrapId: string): Reveal {
  const box = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    if (!box.current) return;
    box.current.textContent = BULLETS;
    delete box.current.dataset.shown;
  };
  const show = (milliseconds?: number): void => {
    const text = textOf(wrapId);
    if (text === null || !box.current || document.hidden) return;
    // Where the focus goes, a screen reader reads: the person asked for it. The button that loses it hides the value.
    if (milliseconds !== undefined) box.current.focus();
    clearTimeout(timer.current);
    box.current.textContent = text;
    box.current.dataset.shown = '';
    if (milliseconds !== undefined) timer.current = setTimeout(hide, milliseconds);
  };
  useEffect(() => {
    hide();
    const onHidden = (): void => {
      if (document.hidden) hide();
    };
    for (const event of HIDE_AT) addEventListener(event, hide);
    document.addEventListener('visibilitychange', onHidden);
    const ends = [stepUpGate.asked, sessionGate.asked, openOverlay, valueStates].map((each) =>
      each.subscribe(() => {
        if (each !== valueStates || valueStates.get().get(wrapId) !== 'held') hide();
      }),
    );
    return () => {
      hide();
      for (const event of HIDE_AT) removeEventListener(event, hide);
      document.removeEventListener('visibilitychange', onHidden);
      for (const end of ends) end();
    };
    // `hide` reads refs alone.
  }, [wrapId]);
  return { box, show, hide };
}
