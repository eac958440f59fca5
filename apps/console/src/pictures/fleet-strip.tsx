import { type JSX, type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AgentSigns } from '../api/agent-liveness.js';
import { useNow } from '../ui/use-now.js';
import { CELL_STATES, cellAt, cellSize, cellState, columnsOf, fleetPaths, PITCH } from './fleet-cells.js';
import styles from './fleet-strip.module.css';

export interface FleetStripProps<Agent extends AgentSigns> {
  readonly label: string;
  readonly agents: readonly Agent[];
  /** A cell was chosen. The table beside the picture leads there by keyboard. */
  readonly onChoose: (agent: Agent) => void;
}

/**
 * Every agent of a cluster as a cell: empty before its first heartbeat, then fading with the time since the last one, hatched
 * if silent, crossed if revoked.
 */
export function FleetStrip<Agent extends AgentSigns>(props: FleetStripProps<Agent>): JSX.Element {
  const { label, agents, onChoose } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const now = useNow(5);
  useLayoutEffect(() => {
    const { current: element } = box;
    if (!element) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const size = cellSize(width, agents.length);
  const columns = columnsOf(width, size);
  const paths = useMemo(
    () =>
      width === 0
        ? null
        : fleetPaths(
            agents.map((agent) => cellState(agent, now)),
            columns,
          ),
    [agents, width, columns, now],
  );
  const choose = ({ nativeEvent: { offsetX, offsetY } }: MouseEvent): void => {
    const scale = PITCH / size;
    const index = cellAt(offsetX * scale, offsetY * scale, columns, agents.length);
    const agent = index === undefined ? undefined : agents[index];
    if (agent) onChoose(agent);
  };
  const rows = Math.ceil(agents.length / columns);
  return (
    <div ref={box} className={styles.strip}>
      {paths !== null && (
        <svg
          role="img"
          aria-label={label}
          width={columns * size}
          height={rows * size}
          viewBox={`0 0 ${columns * PITCH} ${rows * PITCH}`}
          onClick={choose}
        >
          {CELL_STATES.map((state) => (
            <path key={state} className={styles[state]} d={paths[state]} />
          ))}
        </svg>
      )}
    </div>
  );
}
