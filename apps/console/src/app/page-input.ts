type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Weak, because a field that has left the page would stay in memory with the secret that was typed into it. */
const typed = new WeakSet<Field>();

/** Starts to remember into which fields something is typed. @returns what ends it */
export function watchInput(): () => void {
  addEventListener('input', noteField, { capture: true });
  return () => removeEventListener('input', noteField, { capture: true });
}

/** Whether the page has a field that was typed into and is not empty; filters of a list don't count. */
export function hasInput(): boolean {
  const fields = document.querySelectorAll<Field>('input, textarea, select');
  return [...fields].some((field) => typed.has(field) && field.value !== '');
}

function noteField({ target }: Event): void {
  const field = target as Field;
  if (field.type !== 'checkbox' && field.closest('[role=search]') === null) typed.add(field);
}
