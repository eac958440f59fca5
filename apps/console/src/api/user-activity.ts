import { observable } from './observable.js';

/** A GET that nothing the person did comes shortly before is made by the page alone. */
const CAUSED_WITHIN_MS = 5_000;
/** Polling stops this long after the last key, pointer or touch. */
const AWAY_AFTER_MS = 5 * 60_000;

let lastInput = performance.now();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the person is there: the page is visible and was used in the last five minutes. */
export const userActive = observable(true);

/** Begins to watch for the person; once for the page. */
export function watchUserActivity(): void {
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'])
    addEventListener(event, noteInput, { passive: true, capture: true });
  document.addEventListener('visibilitychange', update);
  update();
}

/** Whether a call made now is the page's own doing, so that it must not keep the session alive. */
export function isBackground(): boolean {
  return document.visibilityState === 'hidden' || performance.now() - lastInput > CAUSED_WITHIN_MS;
}

function noteInput(): void {
  lastInput = performance.now();
  if (!userActive.get()) update();
}

function update(): void {
  clearTimeout(timer);
  const left = AWAY_AFTER_MS - (performance.now() - lastInput);
  const present = document.visibilityState === 'visible' && left > 0;
  userActive.set(present);
  if (present) timer = setTimeout(update, left + 50);
}
