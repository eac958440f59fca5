import { listenForPerson } from '../api/person-channel.js';
import { queryClient } from '../api/query-client.js';
import { meQuery } from '../api/queries/me.js';
import { sessionGate } from '../api/call-gate.js';

/** Asks the person to sign in again as soon as a call meets an ended session, or another tab signs in as somebody else. */
export function watchSession(): void {
  listenForPerson((id) => {
    const before = queryClient.getQueryData(meQuery.queryKey);
    if (before !== undefined && before.id !== id) void sessionGate.ask(null);
  });
  sessionGate.asked.subscribe(() => {
    if (sessionGate.asked.get() === undefined) return;
    import('./session-guard.js').then(
      ({ openSessionGuard }) => openSessionGuard(),
      // Its code did not arrive: the calls are refused, and the next one asks again.
      () => sessionGate.answer(false),
    );
  });
}
