import { useNavigate } from '@tanstack/react-router';
import { type JSX, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Dialog } from '../ui/dialog.js';
import { pageActions } from './page-actions.js';
import styles from './palette.module.css';
import { type PaletteItem, usePaletteItems } from './use-palette-items.js';

/** Finds pages, one's own projects, secrets, a request by its id, and what can be done on the page. */
export function Palette({ onClose }: { onClose: () => void }): JSX.Element {
  const [actions] = useState(pageActions);
  const [typed, type] = useState('');
  const [at, setAt] = useState(0);
  const choices = usePaletteItems(typed.trim(), actions);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const after = useRef<HTMLElement | boolean>(true);
  const listId = useId();
  const current = Math.min(at, choices.length - 1);
  const choose = ({ to }: PaletteItem): void => {
    // A button gets the focus and is not pressed: whoever decides does it there.
    after.current = to instanceof HTMLElement ? to : false;
    onClose();
    if (!(to instanceof HTMLElement)) void navigate(to);
  };
  return (
    <Dialog onClose={onClose} title="Find" focusFirst={input} focusLast={() => after.current}>
      <div className={styles.palette}>
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label="A page, a project, a secret, a request’s id or an action"
          aria-expanded={choices.length > 0}
          aria-controls={choices.length > 0 ? listId : undefined}
          aria-activedescendant={choices.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={1024}
          value={typed}
          onChange={({ target: { value } }) => {
            type(value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        {choices.length === 0 ? (
          <p role="status">No results.</p>
        ) : (
          <Options id={listId} {...{ choices, current, optionId, choose }} />
        )}
      </div>
    </Dialog>
  );

  function optionId(index: number): string {
    return `${listId}-${index}`;
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      const next = (current + step + choices.length) % choices.length;
      setAt(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    const chosen = choices[current];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    }
  }
}

interface OptionsProps {
  readonly id: string;
  readonly choices: readonly PaletteItem[];
  readonly current: number;
  readonly optionId: (index: number) => string;
  readonly choose: (choice: PaletteItem) => void;
}

function Options({ id, choices, current, optionId, choose }: OptionsProps): JSX.Element {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <div id={id} role="listbox" aria-label="Results" className={styles.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <p className={styles.group} aria-hidden="true">
            {group}
          </p>
          {choices.map((choice, index) =>
            choice.group !== group ? null : (
              <div
                key={optionId(index)}
                id={optionId(index)}
                role="option"
                aria-selected={index === current}
                className={styles.option}
                onClick={() => choose(choice)}
              >
                <bdi>{choice.name}</bdi>
                {choice.reason && <span className={styles.reason}>{choice.reason}</span>}
              </div>
            ),
          )}
        </div>
      ))}
    </div>
  );
}
