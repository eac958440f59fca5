import { DEFAULT_REVEAL_TTL_SECONDS } from '#libs/policy-engine';

const MIN_TTL_SECONDS = 10;
const MAX_TTL_SECONDS = 300;

/** A rule's reveal lifetime: 10 to 300 seconds, anything else clamped; absent or 0 is 60. */
export function revealTtl(seconds: number | undefined): number {
  if (seconds === undefined || seconds === 0) return DEFAULT_REVEAL_TTL_SECONDS;
  return Math.min(MAX_TTL_SECONDS, Math.max(MIN_TTL_SECONDS, seconds));
}
