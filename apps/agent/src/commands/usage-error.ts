/** An invalid command line. The message never contains it, because it may include a pasted token. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
