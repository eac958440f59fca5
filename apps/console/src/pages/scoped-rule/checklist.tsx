import type { JSX } from 'react';
import { Icon } from '../../ui/icons.js';
import styles from './checklist.module.css';
import type { Step } from './steps.js';

const LOOKS = {
  done: ['done', 'holds'],
  open: ['open', 'open'],
  refused: ['against', 'refused'],
} as const;

/** The checks of the service, one after the other, filling while one types. */
export function Checklist({ steps }: { steps: readonly Step[] }): JSX.Element {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, state, words }) => (
        <li key={title} className={styles[state]}>
          <Icon name={LOOKS[state][0]} />
          <span>
            {title} <span className="visually-hidden">: {LOOKS[state][1]}</span>
            {words !== null && <span className={styles.words}>{words}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
