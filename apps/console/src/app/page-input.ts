type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const typed = new Set<Field>();

/** Starts to remember into which fields something is typed. @returns what ends it */
export function watchInput(): () => void {
  addEventListener('input', noteField, { capture: true });
  return () => removeEventListener('input', noteField, { capture: true });
}

/** Whether the page has a field that was typed into and is not empty; filters of a list don't count. */
export function hasInput(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
  return [...typed].some(({ value }) => value !== '');
}

function noteField({ target }: Event): void {
  const field = target as Field;
  if (field.closest('[role=search]') === null) typed.add(field);
}
