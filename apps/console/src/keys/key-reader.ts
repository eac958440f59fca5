/** What is read of a key that was pressed. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly timeStamp: number;
}

/** What a key stands for; `go` comes with the letter of an area. */
export type Command =
  | { readonly name: (typeof SINGLE)[keyof typeof SINGLE] | 'palette' }
  | { readonly name: 'go'; readonly letter: string };

const SINGLE = {
  '?': 'shortcuts',
  '/': 'filter',
  n: 'ask',
  j: 'next row',
  k: 'previous row',
  ']': 'next of list',
  '[': 'previous of list',
  a: 'approve',
  x: 'reject',
  c: 'copy',
} as const;
/** How long `g` waits for its letter. */
const GO_MS = 1500;

/** Returns a function that tells what each key stands for; null for nothing. */
export function keyReader(): (pressed: Pressed, single: boolean) => Command | null {
  let goUntil = -1;
  return ({ key, ctrlKey, metaKey, altKey, timeStamp }, single) => {
    const going = timeStamp <= goUntil;
    goUntil = -1;
    if (ctrlKey !== metaKey && !altKey && key.toLowerCase() === 'k') return { name: 'palette' };
    if (!single || ctrlKey || metaKey || altKey) return null;
    if (going) return { name: 'go', letter: key };
    if (key === 'g') goUntil = timeStamp + GO_MS;
    return Object.hasOwn(SINGLE, key) ? { name: SINGLE[key as keyof typeof SINGLE] } : null;
  };
}
