import type { JSX } from 'react';
import { classNames } from './class-names.js';
import { Icon, type IconName } from './icons.js';
import styles from './badge.module.css';

export interface BadgeProps {
  readonly icon?: IconName;
  readonly tone?: 'plain' | 'accent' | 'ok' | 'warn' | 'bad';
  readonly children: string;
}

/** How a status is shown as a badge. */
export interface StatusLabel {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: BadgeProps['tone'];
}

/** A state: always a word and a shape, never colour alone. */
export function Badge({ icon, tone = 'plain', children }: BadgeProps): JSX.Element {
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      {icon && <Icon name={icon} size={14} />}
      <span className={styles.word}>{children}</span>
    </span>
  );
}

/** An environment: filled and with the word where it is prod; bars for its risk, 0 to 4. */
export function EnvironmentBadge(props: { name: string; kind: string; risk?: number }): JSX.Element {
  const { name, kind, risk } = props;
  const prod = kind === 'prod';
  const word = prod && !name.toLowerCase().includes('prod') ? `${name} · prod` : name;
  return (
    <span className={classNames(styles.badge, prod ? styles.prod : styles.place)}>
      <span className={styles.word}>{word}</span>
      {risk !== undefined && <Risk level={risk} />}
    </span>
  );
}

function Risk({ level }: { level: number }): JSX.Element {
  return (
    <span
      className={styles.risk}
      role="img"
      aria-label={`risk level ${level} of 4`}
      title={`Risk level ${level} of 4`}
    >
      {[1, 2, 3, 4].map((bar) => (
        <span key={bar} className={classNames(styles.bar, bar <= level && styles.on)} />
      ))}
    </span>
  );
}
