/** What the console says of a call that met this fault of a FaultyProxy. */
export const TOLD = {
  unavailable: 'A dependency of the service is unavailable. Nothing was changed.',
  limited: 'Too many requests. Try again in 1 s.',
  lost: 'No response from the service. It may not have received the request.',
} as const;
