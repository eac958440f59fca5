import type { JSX } from 'react';
import { classNames } from '../../ui/class-names.js';
import styles from './approvers.module.css';

export interface RingApprover {
  readonly key: string;
  readonly initials: string;
  readonly state: 'given' | 'can' | 'cannot';
}

const [CENTRE, RING, DISTANCE] = [70, 34, 56];
/** Up to so many are placed above the ring. */
const UPPER_HALF = 4;

/** A segment for each required approval, filled if given; around it the possible approvers. The same is shown as text. */
export function ApproverRing(props: {
  needed: number;
  given: number;
  approvers: readonly RingApprover[];
}): JSX.Element {
  const { needed, given, approvers } = props;
  const length = 2 * Math.PI * RING;
  const gap = needed > 1 ? 5 : 0;
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={styles.ring}
      viewBox={`0 0 140 ${approvers.length > UPPER_HALF ? 140 : 112}`}
    >
      {Array.from({ length: needed }, (_, segment) => (
        <circle
          key={segment}
          className={classNames(styles.segment, segment < given && styles.filled)}
          cx={CENTRE}
          cy={CENTRE}
          r={RING}
          strokeDasharray={`${length / needed - gap} ${length}`}
          transform={`rotate(${-90 + (360 / needed) * segment} ${CENTRE} ${CENTRE})`}
        />
      ))}
      <text x={CENTRE} y={CENTRE} className={styles.count}>
        {Math.min(given, needed)}/{needed}
      </text>
      {approvers.map(({ key, initials, state }, index) => {
        const angle = ((index - (approvers.length - 1) / 2) * Math.PI) / 4 - Math.PI / 2;
        const [x, y] = [CENTRE + DISTANCE * Math.cos(angle), CENTRE + DISTANCE * Math.sin(angle)];
        return (
          <g key={key} className={styles[state]}>
            <circle cx={x} cy={y} r={12} />
            <text x={x} y={y}>
              {initials}
            </text>
            {state === 'cannot' && <line x1={x - 8} y1={y + 8} x2={x + 8} y2={y - 8} />}
          </g>
        );
      })}
    </svg>
  );
}
