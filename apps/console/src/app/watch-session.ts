import { sessionGate } from '../api/suspension.js';

/** Asks the person to sign in again as soon as a call meets an ended session; once for the page. */
export function watchSession(): void {
  sessionGate.asked.subscribe(() => {
    if (sessionGate.asked.get() === undefined) return;
    import('./session-guard.js').then(
      ({ openSessionGuard }) => openSessionGuard(),
      // Its code did not arrive: the calls are refused, and the next one asks again.
      () => sessionGate.answer(false),
    );
  });
}
