import { observable } from './observable.js';

/** A GET without user input shortly before is a background call. */
const CAUSED_WITHIN_MS = 5_000;
/** Polling stops this long after the last input. */
const AWAY_AFTER_MS = 5 * 60_000;

let lastInput = performance.now();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the user is active: the page is visible and had input in the last five minutes. */
export const userActive = observable(true);

/** Starts to track user activity; once per page. */
export function watchUserActivity(): void {
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'])
    addEventListener(event, noteInput, { passive: true, capture: true });
  document.addEventListener('visibilitychange', update);
  update();
}

/** Returns whether a call made now is a background call, which must not keep an idle session alive. */
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
