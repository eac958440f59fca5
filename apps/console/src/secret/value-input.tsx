import { type JSX, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../ui/button.js';
import { useSending } from '../ui/form.js';
import { Icon } from '../ui/icons.js';
import styles from './value-input.module.css';
import { fileName, valueName } from './value-names.js';
import { numberText } from '../ui/number-text.js';

/** The most that a value can have. */
export const LARGEST_BYTES = 64 * 1024;
const GENERATED_LENGTH = 32;
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_';

/** What may be said of a value beside it. */
interface Facts {
  readonly bytes: number;
  readonly endsWithNewline: boolean;
}

export interface ValueInputProps {
  readonly keyName: string;
  /** Told how long the value is, in bytes, whenever that changes. */
  readonly onLength?: (bytes: number) => void;
}

/** Where a value is typed, pasted, generated or taken from a file. It stays in the field, unreadable unless held open. */
export function ValueInput({ keyName, onLength }: ValueInputProps): JSX.Element {
  const [areaId, factsId] = [useId(), useId()];
  const area = useRef<HTMLTextAreaElement>(null);
  const [facts, setFacts] = useState<Facts>({ bytes: 0, endsWithNewline: false });
  const [file, setFile] = useState<Facts | null>(null);
  // The field of a key that is taken away and named again is another one, and empty.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the field appears
  useEffect(() => onLength?.(0), []);
  const look = (): void => {
    const text = area.current!.value;
    const bytes = new TextEncoder().encode(text).length;
    setFacts({ bytes, endsWithNewline: text.endsWith('\n') });
    onLength?.(file?.bytes ?? bytes);
  };
  const write = (text: string): void => {
    area.current!.value = text;
    area.current!.dispatchEvent(new Event('input', { bubbles: true }));
    look();
  };
  const show = (shown: boolean): void => {
    area.current!.toggleAttribute('data-shown', shown);
  };
  const bytes = file?.bytes ?? facts.bytes;
  return (
    <div className={styles.field} inert={useSending()}>
      <div className={styles.head}>
        <label htmlFor={areaId}>
          Value of <code>{keyName}</code>
        </label>
        <span id={factsId} className={styles.facts} data-wrong={bytes > LARGEST_BYTES || undefined}>
          {numberText(bytes)} of {numberText(LARGEST_BYTES)} bytes
          {file !== null && ', from the file'}
        </span>
      </div>
      <textarea
        ref={area}
        id={areaId}
        name={valueName(keyName)}
        className={styles.area}
        rows={2}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        data-1p-ignore=""
        data-lpignore="true"
        aria-describedby={factsId}
        onInput={look}
      />
      {facts.endsWithNewline && file === null && (
        <p className={styles.warning}>
          <Icon name="warning" />
          It ends with a new line.
          <Button look="quiet" onClick={() => write(area.current!.value.replace(/\n+$/, ''))}>
            Drop it
          </Button>
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          icon="exposure"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            show(true);
          }}
          onLostPointerCapture={() => show(false)}
          onBlur={() => show(false)}
          onKeyDown={({ key }) => key === ' ' && show(true)}
          onKeyUp={() => show(false)}
          onContextMenu={(event) => event.preventDefault()}
        >
          Hold to show
        </Button>
        <Button onClick={() => write(generated())}>Generate</Button>
        <label className={styles.file}>
          From a file
          <input
            type="file"
            name={fileName(keyName)}
            onChange={({ target: { files } }) => {
              const chosen = files?.[0];
              setFile(chosen?.size ? { bytes: chosen.size, endsWithNewline: false } : null);
              onLength?.(chosen?.size || facts.bytes);
            }}
          />
        </label>
      </div>
    </div>
  );
}

/** Text of 32 characters, each of them equally likely. */
function generated(): string {
  let text = '';
  while (text.length < GENERATED_LENGTH) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes beyond a multiple of the alphabet would make its first letters likelier.
    if (byte! < 256 - (256 % ALPHABET.length)) text += ALPHABET[byte! % ALPHABET.length];
  }
  return text;
}
