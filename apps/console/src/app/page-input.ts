type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Weak, because a field that has left the page would stay in memory with the secret that was typed into it. */
const typed = new Set<WeakRef<Field>>();
const known = new WeakSet<Field>();

/** Starts to remember into which fields something is typed. @returns what ends it */
export function watchInput(): () => void {
  addEventListener('input', noteField, { capture: true });
  return () => removeEventListener('input', noteField, { capture: true });
}

/** Whether the page has a field that was typed into and is not empty; filters of a list don't count. */
export function hasInput(): boolean {
  let found = false;
  for (const reference of typed) {
    const field = reference.deref();
    if (field?.isConnected) found ||= field.value !== '';
    else {
      typed.delete(reference);
      if (field) known.delete(field);
    }
  }
  return found;
}

function noteField({ target }: Event): void {
  const field = target as Field;
  if (known.has(field) || field.type === 'checkbox' || field.closest('[role=search]') !== null) return;
  known.add(field);
  typed.add(new WeakRef(field));
}
