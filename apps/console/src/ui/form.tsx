import { Field as BaseField } from '@base-ui/react/field';
import { Form as BaseForm } from '@base-ui/react/form';
import {
  type ComponentProps,
  createContext,
  type JSX,
  type ReactNode,
  type SubmitEvent,
  use,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../api/client.js';
import { fieldErrorsOf, messageOfError } from '../api/error-messages.js';
import { FailureNotice } from './failure-notice.js';
import styles from './form.module.css';

export interface FormProps {
  /**
   * Sends the form. What it throws is shown: `fields` of a `validation_failed` at their fields, the rest above.
   *
   * @param idempotencyKey the same until the content changes, so that a repeat creates nothing twice
   */
  readonly onSubmit: (data: FormData, idempotencyKey: string) => Promise<void>;
  /** Fields, then a row of buttons; `busy` while it is being sent. */
  readonly children: (state: { readonly busy: boolean }) => ReactNode;
  readonly className?: string;
  /** At which field a refusal is shown, by its code; the others are shown above the form. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
  /** Sentences of a refusal that says more than its code, by field; above the form where there are none. */
  readonly fieldsOf?: (error: ApiError) => Readonly<Record<string, string>>;
  /** What is wrong with what is typed, by field: told while it is typed, and nothing is sent before it is mended. */
  readonly check?: (data: FormData) => Readonly<Record<string, string>>;
}

const Sending = createContext(false);

/** Returns whether the form around a field is being sent: what is typed then would not be sent with it, and be lost after it. */
export function useSending(): boolean {
  return use(Sending);
}

/** A form whose fields keep their content in the page (`name`), not in state. */
export function Form(props: FormProps): JSX.Element {
  const { onSubmit, children, className, check } = props;
  const key = useRef<string>(undefined);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [faults, setFaults] = useState(NONE);
  /** @returns whether nothing is wrong with what is typed */
  const look = (form: HTMLFormElement): boolean => {
    const found = check?.(new FormData(form)) ?? NONE;
    setFaults((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    return isEmpty(found);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy || !look(event.currentTarget)) return;
    setBusy(true);
    setFailed(null);
    key.current ??= crypto.randomUUID();
    const fail = (error: Error): void => setFailed(failedBy(error, props));
    await onSubmit(new FormData(event.currentTarget), key.current).catch(fail);
    setBusy(false);
  };
  return (
    <BaseForm
      className={className ?? styles.form}
      errors={isEmpty(faults) ? (failed?.errors ?? NONE) : faults}
      onInput={(event) => {
        key.current = undefined;
        look(event.currentTarget);
        // A refusal may be mended at another field than where it is shown: a field in error would hold the form back.
        if (failed?.atField === true) setFailed(null);
      }}
      onSubmit={(event) => void submit(event)}
    >
      {failed?.atField === false && <FailureNotice>{messageOfError(failed.error)}</FailureNotice>}
      <Sending value={busy}>{children({ busy })}</Sending>
    </BaseForm>
  );
}

/** What became of a submission. Its errors stay one object: the fields take another one for new errors. */
interface Failed {
  readonly error: Error;
  readonly atField: boolean;
  readonly errors: Readonly<Record<string, string>>;
}
const NONE: Failed['errors'] = {};

function failedBy(error: Error, { fieldOfCode = {}, fieldsOf }: FormProps): Failed {
  if (error instanceof ApiError) {
    const field = fieldOfCode[error.code];
    const errors = field === undefined ? fieldsOf?.(error) : { [field]: messageOfError(error) };
    if (errors !== undefined && !isEmpty(errors)) return { error, atField: true, errors };
  }
  return { error, atField: false, errors: fieldErrorsOf(error) };
}

function isEmpty(errors: Failed['errors']): boolean {
  return Object.keys(errors).length === 0;
}

interface FieldProps {
  /** As in the body that is sent: the service's `fields` name it. */
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

interface FrameProps extends FieldProps {
  readonly inert?: boolean;
  readonly children: ReactNode;
}

function Frame({ name, label, hint, inert, children }: FrameProps): JSX.Element {
  return (
    <BaseField.Root name={name} className={styles.field} validationMode="onSubmit" inert={inert}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      {children}
      {hint !== undefined && <BaseField.Description className={styles.hint}>{hint}</BaseField.Description>}
      <BaseField.Error className={styles.error} />
    </BaseField.Root>
  );
}

/** One line of text. Never for values: `src/secret` has its own field. */
export function TextField(props: FieldProps & Omit<ComponentProps<'input'>, 'name'>): JSX.Element {
  const { name, label, hint, ...input } = props;
  return (
    <Frame {...{ name, label, hint }}>
      <BaseField.Control render={<input {...input} readOnly={useSending()} />} className={styles.control} />
    </Frame>
  );
}

/** Several lines of text. */
export function TextArea(props: FieldProps & Omit<ComponentProps<'textarea'>, 'name'>): JSX.Element {
  const { name, label, hint, ...area } = props;
  return (
    <Frame {...{ name, label, hint }}>
      <BaseField.Control
        render={<textarea rows={3} {...area} readOnly={useSending()} />}
        className={styles.control}
      />
    </Frame>
  );
}

/** One of a few. `children` are options. */
export function SelectField(props: FieldProps & Omit<ComponentProps<'select'>, 'name'>): JSX.Element {
  const { name, label, hint, ...select } = props;
  return (
    <Frame {...{ name, label, hint }} inert={useSending()}>
      <BaseField.Control render={<select {...select} />} className={styles.control} />
    </Frame>
  );
}

/** The buttons that end a form: the main one last. */
export function FormButtons({ children }: { children: ReactNode }): JSX.Element {
  return <div className={styles.buttons}>{children}</div>;
}

/** Returns what was typed into a field of text, without blanks around it; empty if the form has no such field. */
export function textIn(data: FormData, name: string): string {
  const typed = data.get(name);
  return typeof typed === 'string' ? typed.trim() : '';
}
