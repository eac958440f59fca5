import type { JSX } from 'react';
import { Form, type FormProps } from './form.js';
import { type Leave, useUnsavedChanges } from './use-unsaved-changes.js';

export interface GuardedFormProps extends Omit<FormProps, 'onSubmit'> {
  /**
   * As that of `Form`.
   *
   * @returns what leaves the page once it is sent; nothing where the page stays, false where it is refused and the page says why
   */
  readonly onSubmit: (data: FormData, idempotencyKey: string) => Promise<Leave | void | false>;
}

/** A form that asks before its page is left with input that is not sent. */
export function GuardedForm({ onSubmit, ...form }: GuardedFormProps): JSX.Element {
  const unsaved = useUnsavedChanges();
  return (
    <div onInput={unsaved.onInput}>
      <Form
        {...form}
        onSubmit={async (data, key) => {
          const leave = await onSubmit(data, key);
          if (leave === false) return;
          unsaved.sent();
          if (typeof leave === 'function') await leave();
        }}
      />
    </div>
  );
}
