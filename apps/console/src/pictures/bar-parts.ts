/** One bar of a chart: its parts, from the bottom up. */
export interface Bar {
  readonly key: string;
  readonly parts: readonly number[];
}

/** A part of a bar in a picture that is as many units wide as there are bars, and 100 high. */
export interface BarPart {
  readonly key: string;
  /** Which part of its bar it is. */
  readonly of: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

const HEIGHT = 100;

/** Returns what is drawn of these bars, and what the highest of them stands for; parts of nothing are left out. */
export function barParts(bars: readonly Bar[]): { readonly top: number; readonly parts: readonly BarPart[] } {
  const top = Math.max(0, ...bars.map(({ parts }) => sum(parts)));
  const scale = top === 0 ? 0 : HEIGHT / top;
  const parts = bars.flatMap(({ key, parts: own }, x) =>
    own.flatMap((count, of) => {
      const height = count * scale;
      const y = HEIGHT - sum(own.slice(0, of + 1)) * scale;
      return count > 0 ? [{ key: `${key} ${of}`, of, x, y, height }] : [];
    }),
  );
  return { top, parts };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
