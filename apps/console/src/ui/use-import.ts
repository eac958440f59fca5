import { useState } from 'react';

/** What is said beside the button that loads it. */
export const NOT_LOADED = 'Could not be loaded. Try again.';

export interface Imported<T> {
  /** Null until it is loaded. */
  readonly value: T | null;
  readonly failed: boolean;
  /** Loads it, or tries again after a failure. */
  readonly load: () => void;
}

/** Code that is loaded on demand. Unlike with `lazy`, the page stays as it is when that fails, and can try again. */
export function useImport<T>(load: () => Promise<T>): Imported<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failed, setFailed] = useState(false);
  const run = (): void => {
    setFailed(false);
    load().then(
      (loaded) => setValue(() => loaded),
      () => setFailed(true),
    );
  };
  return { value, failed, load: run };
}
