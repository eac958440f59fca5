import { useRef } from 'react';

/** Returns a function that gives an Idempotency-Key: the same one as long as what is sent is the same. */
export function useIdempotencyKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
