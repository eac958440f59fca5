/** Thrown when verification is impossible: a bad argument or an unreadable file. */
export class VerificationError extends Error {}
