import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for a while (debounce), so that not every keystroke causes a call. */
export function useDebounced<T>(value: T, milliseconds = 250): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
