import type { Check } from './facts.js';

/** No 5xx but 503, and no unhandled error in the logs, whatever was unavailable. */
export const onlyKnownRefusals: Check = ({ calls, complaints }) => [
  ...calls
    .filter((call) => call.status !== null && call.status >= 500 && call.status !== 503)
    .map(
      (call) =>
        `${call.story} was answered ${call.status} ${call.code ?? ''} for ${call.operation} at ${call.atMs} ms`,
    ),
  ...complaints,
];

/** After each fault the service recovered by itself. */
export const alwaysBack: Check = ({ outcomes }) =>
  outcomes
    .filter((outcome) => outcome.wellAfterMs === null)
    .map(({ round, injections }) => {
      const kinds = injections.map((each) => each.kind).join(' and ');
      return `round ${round} (${kinds}): the service never came back`;
    });

const ACKNOWLEDGED_WITHIN_MS = 10_000;

/** A keyed call that the database's restart cut off is answered soon after its return, whatever became of it (D15). */
export const keysAcknowledged: Check = ({ outcomes }) =>
  outcomes
    .flatMap(({ round, injections }) => injections.map((injection) => ({ round, ...injection })))
    .filter(({ acknowledgedAfterMs: ms }) => ms === null || (ms ?? 0) > ACKNOWLEDGED_WITHIN_MS)
    .map(
      ({ round, met, acknowledgedAfterMs: ms }) =>
        `round ${round} ${met}: ${ms === null ? 'one was never acknowledged' : `the last was acknowledged after ${ms} ms`}`,
    );

/** SIGTERM ends a process with 0; nothing ends by itself once it has been ready; nothing is left over. */
export const processesEndWell: Check = ({ exits, orphans }) => [
  ...exits.flatMap(({ process, pid, asked, code, signal, ready }) => {
    if (asked === 'SIGKILL') return [];
    const how = signal ?? `code ${code}`;
    // Told to stop before it had come up, it may end in any way; a boot that fails is tried again.
    if (!ready) return [];
    if (asked === 'SIGTERM')
      return code === 0 ? [] : [`${process} (${pid}) was told to stop and ended with ${how}`];
    return [`${process} (${pid}) ended by itself, with ${how}`];
  }),
  ...orphans.map((orphan) => `still there after the run: ${orphan}`),
];
