import { observable } from '../api/observable.js';
import { textOf } from './retrieved-values.js';

const CLEARED_AFTER_MS = 45_000;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Ends the wait for a gesture. */
let waiting = new AbortController();

/** The key (or what else) whose value may be on the clipboard, as far as this page knows. */
export const onClipboard = observable<string | null>(null);

/** Why nothing can be copied here; null where it can. */
export function noClipboard(): string | null {
  return isSecureContext ? null : 'Browsers copy only from pages served over https.';
}

/** Copies a held value, and tries to clear the clipboard 45 seconds later. @returns whether the browser allowed it */
export async function copy(wrapId: string, keyName: string): Promise<boolean> {
  const text = textOf(wrapId);
  return text !== null && copyText(text, keyName);
}

/** Copies what is secret, and tries to clear the clipboard 45 seconds later. @returns whether the browser allowed it */
export async function copyText(text: string, name: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  onClipboard.set(name);
  // What an earlier copy waits for must not clear this one.
  waiting.abort();
  clearTimeout(timer);
  timer = setTimeout(() => void clearSoon(), CLEARED_AFTER_MS);
  return true;
}

/** Overwrites the clipboard. @returns whether the browser allowed it */
export async function clear(): Promise<boolean> {
  clearTimeout(timer);
  try {
    await navigator.clipboard.writeText('');
  } catch {
    return false;
  }
  onClipboard.set(null);
  return true;
}

/** Browsers may refuse without a gesture: then the next one in the page does it. */
async function clearSoon(): Promise<void> {
  if (onClipboard.get() === null || (await clear())) return;
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const again = (): void => {
    waiting.abort();
    void clearSoon();
  };
  addEventListener('pointerup', again, { signal });
  addEventListener('keyup', again, { signal });
}
