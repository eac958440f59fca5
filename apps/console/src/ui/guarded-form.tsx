import type { JSX } from 'react';
import { Form, type FormProps } from './form.js';
import { useUnsavedChanges } from './use-unsaved-changes.js';

/** A form that asks before its page is left with input. Whatever leaves the page after sending it does so with `ignoreBlocker`. */
export function GuardedForm({ onSubmit, ...form }: FormProps): JSX.Element {
  const unsaved = useUnsavedChanges();
  return (
    <div onInput={unsaved.onInput}>
      <Form
        {...form}
        onSubmit={async (data, key) => {
          await onSubmit(data, key);
          unsaved.sent();
        }}
      />
    </div>
  );
}
