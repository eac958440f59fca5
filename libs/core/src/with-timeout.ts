/** Work that did not end in time. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Returns what `work` resolves to. The work itself continues after the timeout; its result is dropped.
 *
 * @throws TimeoutError when that takes longer than `ms` milliseconds
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
