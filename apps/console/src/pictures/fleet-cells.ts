import { type AgentSigns, heardAt, livenessOf } from '../api/agent-liveness.js';

/** How an agent is drawn: by how many heartbeats were missed. */
export type CellState = 'awaited' | 'fresh' | 'late' | 'later' | 'silent' | 'revoked';
export const CELL_STATES: readonly CellState[] = ['awaited', 'fresh', 'late', 'later', 'silent', 'revoked'];

const BEAT_SECONDS = 20;
/** A cell is 10 px, and 2 px stand between two. */
export const PITCH = 12;
const SIDE = 10;

/** What stands between the beginnings of two cells on the screen, in px: the more agents, the smaller. */
const SIZES = [PITCH, 9, 6, 5, 4] as const;
const HIGHEST = 120;

/** Returns how many px a cell takes with its gap, so that a picture of this width stays low enough to look past it. */
export function cellSize(width: number, count: number): number {
  const heightOf = (size: number): number => Math.ceil(count / columnsOf(width, size)) * size;
  return SIZES.find((size) => heightOf(size) <= HIGHEST) ?? SIZES.at(-1)!;
}

/** Returns how many cells of a size stand in a row. */
export function columnsOf(width: number, size: number): number {
  return Math.max(1, Math.floor(width / size));
}

/** Returns how an agent is drawn. @param now the service's time in milliseconds */
export function cellState(agent: AgentSigns, now: number): CellState {
  const liveness = livenessOf(agent, now);
  if (liveness !== 'alive') return liveness;
  const missed = (now - heardAt(agent)) / 1000 / BEAT_SECONDS;
  if (missed >= 2) return 'later';
  return missed >= 1.25 ? 'late' : 'fresh';
}

/** Returns one path for each state: thousands of cells are six elements. @param columns cells in a row */
export function fleetPaths(
  states: readonly CellState[],
  columns: number,
): Readonly<Record<CellState, string>> {
  const paths: Record<CellState, string[]> = {
    ...{ awaited: [], fresh: [], late: [] },
    ...{ later: [], silent: [], revoked: [] },
  };
  states.forEach((state, index) => {
    const [x, y] = [(index % columns) * PITCH, Math.floor(index / columns) * PITCH];
    paths[state].push(cellPath(state, x, y));
  });
  return {
    awaited: paths.awaited.join(''),
    fresh: paths.fresh.join(''),
    late: paths.late.join(''),
    later: paths.later.join(''),
    silent: paths.silent.join(''),
    revoked: paths.revoked.join(''),
  };
}

/** Those that are awaited are empty, silent ones hatched, revoked ones crossed: nobody needs the colour. */
function cellPath(state: CellState, x: number, y: number): string {
  const box = `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`;
  if (state === 'awaited') return `M${x + 1} ${y + 1}h8v8h-8z`;
  if (state === 'silent')
    return `${box}M${x} ${y + 5}l5 -5M${x} ${y + SIDE}l${SIDE} -${SIDE}M${x + 5} ${y + SIDE}l5 -5`;
  if (state === 'revoked') return `M${x + 1} ${y + 1}l8 8M${x + 9} ${y + 1}l-8 8`;
  return box;
}

/** Returns which cell is at a place of the picture; undefined between two and beyond the last. */
export function cellAt(x: number, y: number, columns: number, count: number): number | undefined {
  const [column, row] = [Math.floor(x / PITCH), Math.floor(y / PITCH)];
  const index = row * columns + column;
  return column < columns && x >= 0 && y >= 0 && index < count ? index : undefined;
}
