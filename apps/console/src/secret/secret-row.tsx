import { type JSX, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import { messageOfError } from '../api/error-messages.js';
import { ActionButton } from '../ui/button.js';
import { useObservable } from '../ui/use-observable.js';
import { copy, noClipboard } from './clipboard.js';
import styles from './secret.module.css';
import { useReveal } from './use-reveal.js';
import { retrieve, saveAsFile, textOf, type ValueState, valueStates } from './retrieved-values.js';

const SHOWN_MS = 10_000;
const WORDS: Readonly<Record<ValueState, string>> = {
  sealed: 'Not retrieved',
  fetching: 'Retrieving…',
  held: 'Retrieved',
  lost: 'Consumed, but the response was lost. Request it again.',
  consumed: 'Already retrieved. Each value can be retrieved only once.',
  destroyed: 'Destroyed',
};

export interface SecretRowProps {
  readonly requestId: string;
  readonly wrapId: string;
  readonly keyName: string;
  readonly prompt: StepUpPrompt;
}

/** One value of an open reveal session. It is retrieved when it is first wanted, and shown only as long as it is held. */
export function SecretRow({ requestId, wrapId, keyName, prompt }: SecretRowProps): JSX.Element {
  const nameId = useId();
  const state = useObservable(valueStates).get(wrapId) ?? 'sealed';
  const [note, setNote] = useState<string | null>(null);
  const { box, show, hide } = useReveal(wrapId);
  const wanted = useRef(false);
  const binary = state === 'held' && textOf(wrapId) === null;
  const gone = state === 'lost' || state === 'consumed' || state === 'destroyed';

  /** Retrieves the value where that has not been done. @returns whether it is here as text */
  const want = async (): Promise<boolean> => {
    setNote(null);
    try {
      return (await retrieve({ requestId, wrapId }, prompt)) === 'held' && textOf(wrapId) !== null;
    } catch (error) {
      setNote(messageOfError(error as Error));
      return false;
    }
  };
  const press = async (): Promise<void> => {
    wanted.current = true;
    // It may have been let go while the value was on its way.
    if ((await want()) && wanted.current) show();
  };
  const release = (): void => {
    wanted.current = false;
    hide();
  };
  const showForAWhile = async (): Promise<void> => {
    if (await want()) show(SHOWN_MS);
  };
  const copyIt = async (): Promise<void> => {
    if (!(await want())) return;
    const copied = await copy(wrapId, keyName);
    setNote(copied ? 'Copied.' : 'The browser did not allow copying. Show the value instead.');
  };
  return (
    <li className={styles.row}>
      <code id={nameId} className={styles.key}>
        {keyName}
      </code>
      <div className={styles.shown}>
        <span
          ref={box}
          className={styles.value}
          role="textbox"
          aria-readonly="true"
          aria-multiline="true"
          aria-labelledby={nameId}
          tabIndex={-1}
          onKeyDown={(event) => isR(event) && hide()}
          translate="no"
          data-1p-ignore=""
          data-lpignore="true"
        />
        <span className={styles.state} role="status">
          {note ?? (binary ? 'Binary, not shown' : WORDS[state])}
        </span>
      </div>
      {!gone &&
        (binary ? (
          <div className={styles.buttons}>
            <ActionButton local onClick={() => saveAsFile(wrapId, keyName)}>
              Save as file
            </ActionButton>
          </div>
        ) : (
          <Buttons {...{ nameId, press, release, showForAWhile, copyIt }} held={state === 'held'} />
        ))}
    </li>
  );
}

/** Ctrl and R loads the page anew, which must not cost a value. */
function isR({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'r' && !ctrlKey && !metaKey && !altKey;
}

interface ButtonsProps {
  readonly nameId: string;
  /** The value is here already. */
  readonly held: boolean;
  readonly press: () => Promise<void>;
  readonly release: () => void;
  readonly showForAWhile: () => Promise<void>;
  readonly copyIt: () => Promise<void>;
}

function Buttons({ nameId, held, press, release, showForAWhile, copyIt }: ButtonsProps): JSX.Element {
  const onKey = (event: KeyboardEvent): void => {
    if (event.type === 'keydown' && isR(event)) void showForAWhile();
    if (event.key !== ' ') return;
    event.preventDefault();
    if (event.type === 'keyup') release();
    else if (!event.repeat) void press();
  };
  return (
    <div className={styles.buttons}>
      <ActionButton
        icon="exposure"
        local={held}
        aria-describedby={nameId}
        onPointerDown={(event) => {
          // The row may grow under the pointer, which then is no longer above the button.
          event.currentTarget.setPointerCapture(event.pointerId);
          void press();
        }}
        onLostPointerCapture={release}
        onContextMenu={(event) => event.preventDefault()}
        onBlur={release}
        onKeyDown={onKey}
        onKeyUp={onKey}
      >
        Hold to show
      </ActionButton>
      <ActionButton local={held} aria-describedby={nameId} onClick={() => void showForAWhile()}>
        Show 10 s
      </ActionButton>
      <ActionButton
        icon="copy"
        local={held}
        aria-describedby={nameId}
        reason={noClipboard()}
        onClick={() => void copyIt()}
      >
        Copy
      </ActionButton>
    </div>
  );
}
