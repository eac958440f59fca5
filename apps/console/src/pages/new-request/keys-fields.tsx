import { type JSX, useState } from 'react';
import { ValueInput } from '../../secret/value-input.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/form.js';
import styles from './page.module.css';
import type { RequestDraft } from './use-request-draft.js';

const KEY = /^[A-Za-z0-9_.\-/]{1,256}$/;

/** The keys: discovered ones to choose from, others typed; for a change, the new value of each. */
export function KeysFields(props: {
  draft: RequestDraft;
  onLength: (key: string, bytes: number) => void;
}): JSX.Element {
  const { draft, onLength } = props;
  const { keys, secret, kind, mostKeys, choose } = draft;
  const [typed, setTyped] = useState('');
  const offered = [...new Set([...(secret?.keys ?? []), ...keys])];
  const toggle = (key: string): void =>
    choose({ keys: keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key] });
  const names = typed.split(/[\s,]+/).filter(Boolean);
  const wrong = names.find((name) => !KEY.test(name));
  const add = (): void => {
    if (names.length === 0 || wrong !== undefined) return;
    choose({ keys: [...new Set([...keys, ...names])] });
    setTyped('');
  };
  return (
    <fieldset className={styles.keys}>
      <legend>
        Keys <span className={styles.count}>{`${keys.length} of at most ${mostKeys}`}</span>
      </legend>
      {offered.length > mostKeys && (
        <p className={styles.dim}>
          This secret has {offered.length} keys: choose at most {mostKeys} at a time.
        </p>
      )}
      {offered.length > 0 && (
        <div className={styles.chips}>
          {offered.map((key) => (
            <label key={key} className={styles.chip}>
              <input type="checkbox" checked={keys.includes(key)} onChange={() => toggle(key)} />
              <code>{key}</code>
            </label>
          ))}
        </div>
      )}
      <div className={styles.add}>
        <TextField
          name={kind === 'cross_team' ? 'destination_keys' : 'keys'}
          label={offered.length > 0 ? 'Another key' : 'Key'}
          hint={
            wrong === undefined
              ? 'Separate several with commas.'
              : `${wrong} is not a valid key name: use letters, digits, _ . - and /.`
          }
          value={typed}
          onChange={({ target: { value } }) => setTyped(value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return;
            event.preventDefault();
            add();
          }}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Button onClick={add}>Add</Button>
      </div>
      {kind === 'patch' &&
        keys.map((key) => <ValueInput key={key} keyName={key} onLength={(bytes) => onLength(key, bytes)} />)}
    </fieldset>
  );
}
