import { type JSX, useId } from 'react';
import { useObservable } from '../ui/use-observable.js';
import styles from './theme-choice.module.css';
import { chooseTheme, THEMES, theme } from './theme.js';

const COLOURS = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;

/** Which colours the console has in this browser. */
export function ThemeChoice(): JSX.Element {
  const chosen = useObservable(theme);
  const name = useId();
  return (
    <fieldset className={styles.colours}>
      <legend>Colours</legend>
      {THEMES.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={chosen === each}
            onChange={() => chooseTheme(each)}
          />
          {COLOURS[each]}
        </label>
      ))}
    </fieldset>
  );
}
