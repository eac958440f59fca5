import { type JSX, useEffect, useState } from 'react';
import { countdownText } from '../../ui/duration.js';
import styles from './page.module.css';

const ANNOUNCED = [30, 10] as const;

/** The time that is left, by a clock that nobody sets. @param endsAt on the clock of `performance.now()` */
export function CountdownBar(props: { endsAt: number; total: number; onEnd: () => void }): JSX.Element {
  const { endsAt, total, onEnd } = props;
  const [left, setLeft] = useState(total);
  useEffect(() => {
    const tick = (): void => {
      const now = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      setLeft(now);
      if (now === 0) onEnd();
    };
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [endsAt, onEnd]);
  const announced = ANNOUNCED.findLast((mark) => left <= mark && left > mark - 5);
  return (
    <div className={styles.countdown} data-late={left <= 10 || undefined}>
      <span role="timer" className={styles.left}>
        {countdownText(left)}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, (left / total) * 100)}%` }} />
      </span>
      <span role="status" className="visually-hidden">
        {announced !== undefined && `${announced} seconds left`}
      </span>
    </div>
  );
}
