import { toast } from './toasts.js';

/** Copies what is no value, and says whether it worked. */
export async function copyText(text: string): Promise<void> {
  // The clipboard needs a secure context: https, or localhost.
  await navigator.clipboard.writeText(text).then(
    () => toast('Copied.'),
    () => toast('The browser did not allow copying. Select the text and copy it.', 'warn'),
  );
}
