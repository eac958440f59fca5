/** A command line that can't be used. The message never repeats it: it may hold a pasted token. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
