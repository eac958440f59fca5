import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { ClusterFleet } from '../../api/queries/fleet.js';
import styles from './page.module.css';
import { numberText } from '../../ui/number-text.js';

/** So many versions have a part of their own; the rest share one. */
const SHADES = 4;

/** Which versions run, as one bar; the words under it say the same. */
export function Versions({ clusters }: { clusters: readonly ClusterFleet[] }): JSX.Element | null {
  const counts = new Map<string | null, number>();
  for (const { version, count } of clusters.flatMap(({ versions }) => versions))
    counts.set(version, (counts.get(version) ?? 0) + count);
  const all = [...counts].sort(([, one], [, other]) => other - one);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const starts = all.map((_, index) => all.slice(0, index).reduce((sum, [, count]) => sum + count, 0));
  return (
    <div className={styles.versions}>
      <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {all.map(([version, count], index) => (
          <rect
            key={version}
            className={styles.part}
            data-shade={Math.min(index, SHADES - 1)}
            x={((starts[index] ?? 0) / total) * 100}
            width={(count / total) * 100}
            height={8}
          />
        ))}
      </svg>
      <ul className={styles.legend}>
        {all.map(([version, count], index) => (
          <li key={version}>
            <svg viewBox="0 0 8 8" className={styles.key} aria-hidden="true">
              <rect className={styles.part} data-shade={Math.min(index, SHADES - 1)} width={8} height={8} />
            </svg>
            {version === null ? (
              'unknown'
            ) : (
              <Link to="/fleet" search={{ version }}>
                {version}
              </Link>
            )}{' '}
            × {numberText(count)}
          </li>
        ))}
      </ul>
    </div>
  );
}
