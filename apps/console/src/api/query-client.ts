import { ApiError } from '@countersign/client';
import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { reachability } from './reachability.js';
import { userActive } from './user-activity.js';

const LONGEST_WAIT_MS = 60_000;

/** What the console knows of the service. Values never go through it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The browser's own idea of being offline is often wrong: a call says it better.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (failures, error) => isTransient(error) && failures < 4,
      retryDelay: (failures, error) => waitBefore(failures, error),
    },
    // A change is sent once: the person repeats it, with the same Idempotency-Key.
    mutations: { networkMode: 'always', retry: false },
  },
});

// What is on the page is read again once the service answers: its banner, which says that this is old, goes then.
onlineManager.setEventListener((setOnline) =>
  reachability.lostSince.subscribe(() => setOnline(reachability.lostSince.get() === null)),
);

// Polling and "refetch on focus" follow the person instead of the window.
focusManager.setEventListener((setFocused) => userActive.subscribe(() => setFocused(userActive.get())));

/** Whether the same call may succeed a little later: no answer, overload, or something it depends on is away. */
function isTransient(error: Error): boolean {
  return !(error instanceof ApiError) || [429, 502, 503, 504].includes(error.status);
}

function waitBefore(failures: number, error: Error): number {
  if (error instanceof ApiError && error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1000;
  return Math.min(1000 * 2 ** failures, LONGEST_WAIT_MS);
}
