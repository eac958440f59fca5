import type { JSX } from 'react';
import type { Rule } from '../api/queries/policies.js';
import { KEY_LABELS, type KnownScope, keyMatches, type SelectorKey } from '../pictures/selector.js';
import { classNames } from './class-names.js';
import { Icon } from './icons.js';
import styles from './selector-chips.module.css';
import { selectorValueText } from './selector-labels.js';

export interface SelectorChipsProps {
  readonly rule: Pick<Rule, 'selector' | 'selector_keys'>;
  readonly nameOf: (ref: string) => string | undefined;
  /** With it, each chip says whether it accepts this. */
  readonly scope?: KnownScope | null;
}

/** What a rule looks at, key by key; only the keys where its values may not be seen. */
export function SelectorChips({ rule, nameOf, scope = null }: SelectorChipsProps): JSX.Element {
  const { selector, selector_keys } = rule;
  const keys = selector_keys as SelectorKey[];
  if (keys.length === 0) return <span className={styles.all}>matches everything</span>;
  return (
    <ul className={styles.chips}>
      {keys.map((key) => {
        const value = selector?.[key];
        const fits = value === undefined || scope === null ? null : keyMatches(key, value, scope);
        return (
          <li key={key} className={classNames(styles.chip, fits === false && styles.misses)}>
            <span className={styles.key}>{KEY_LABELS[key]}</span>
            {value !== undefined && (
              <span className={styles.value}>{selectorValueText(key, value, nameOf)}</span>
            )}
            {fits !== null && (
              <span role="img" aria-label={fits ? 'matches' : 'does not match'}>
                <Icon name={fits ? 'check' : 'close'} size={12} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
