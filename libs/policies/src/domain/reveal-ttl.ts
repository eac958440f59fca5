import { DEFAULT_REVEAL_TTL_SECONDS } from '#libs/policy-engine';

const MIN_TTL_SECONDS = 10;
const MAX_TTL_SECONDS = 300;

/** Returns the reveal lifetime of a rule in seconds: clamped to 10 to 300; 60 when absent or 0. */
export function revealTtl(seconds: number | undefined): number {
  if (seconds === undefined || seconds === 0) return DEFAULT_REVEAL_TTL_SECONDS;
  return Math.min(MAX_TTL_SECONDS, Math.max(MIN_TTL_SECONDS, seconds));
}
