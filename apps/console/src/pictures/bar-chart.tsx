import type { JSX } from 'react';
import { type Bar, barParts } from './bar-parts.js';
import styles from './bar-chart.module.css';

export interface BarChartProps {
  /** What it shows, for those who don't see it; a table beside it says the same. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** What each part of a bar stands for, from the bottom up. */
  readonly parts: readonly string[];
  /** Writes what the highest bar stands for. */
  readonly text?: (top: number) => string;
}

/** Bars beside each other in the order of time: the first and the last are named below, the highest at its height. */
export function BarChart({ label, bars, parts, text = String }: BarChartProps): JSX.Element {
  const { top, parts: drawn } = barParts(bars);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{label}</span>
        {parts.length > 1 && (
          <span className={styles.legend}>
            {parts.map((name, index) => (
              <span key={name} className={styles.key}>
                <svg viewBox="0 0 8 8" aria-hidden="true">
                  <rect className={styles.part} data-part={index} width={8} height={8} />
                </svg>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <svg
        className={styles.bars}
        role="img"
        aria-label={`${label}; the table below says the same`}
        viewBox={`0 0 ${Math.max(1, bars.length)} 100`}
        preserveAspectRatio="none"
      >
        {drawn.map(({ key, of, x, y, height }) => (
          <rect
            key={key}
            className={styles.part}
            data-part={of}
            x={x + 0.1}
            y={y}
            width={0.8}
            height={height}
          />
        ))}
      </svg>
      <p className={styles.axis}>
        <span>{bars[0]?.key}</span>
        <span>highest: {text(top)}</span>
        <span>{bars.at(-1)?.key}</span>
      </p>
    </figure>
  );
}
