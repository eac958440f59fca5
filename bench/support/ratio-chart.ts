import { type Goal, meets, median, type Ratio } from './ratio.js';

const ROW = 44;
const LEFT = 330;
const WIDTH = 360;
const TOP = 34;

/**
 * An SVG with a bar for each ratio: the median, a whisker from the least round to the greatest, and the goal as a
 * line. Each row has a scale of its own, since a ratio of 0.8 and one of 5,000 share no axis.
 */
export function ratioChart(title: string, ratios: readonly Ratio[]): string {
  const height = TOP + ratios.length * ROW + 6;
  const width = LEFT + WIDTH + 90;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="8" y="20" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...ratios.map((ratio, row) => bar(ratio, TOP + row * ROW)),
    '</svg>\n',
  ].join('\n');
}

function bar(ratio: Ratio, y: number): string {
  const { name, goal, rounds } = ratio;
  const [least, middle, most] = [Math.min(...rounds), median(rounds), Math.max(...rounds)];
  const limit = limitOf(goal);
  const x = scale(Math.max(most, limit ?? 0));
  const colour = meets(ratio) ? '#2f7d4f' : '#b3382c';
  return [
    `<text x="8" y="${y + 16}">${escaped(name)}</text>`,
    `<text x="8" y="${y + 30}" fill="#666">${escaped(goalText(goal))}</text>`,
    `<rect x="${LEFT}" y="${y + 6}" width="${x(middle)}" height="18" fill="${colour}" opacity="0.75"/>`,
    `<path d="M${LEFT + x(least)} ${y + 15}H${LEFT + x(most)}" stroke="#222"/>`,
    limit === null ? '' : `<path d="M${LEFT + x(limit)} ${y + 2}v26" stroke="#222" stroke-dasharray="3 2"/>`,
    `<text x="${LEFT + WIDTH + 8}" y="${y + 20}">${middle.toPrecision(3)} ×</text>`,
  ].join('');
}

function scale(most: number): (value: number) => number {
  return (value) => Math.round((value / most) * WIDTH);
}

function limitOf(goal: Goal | null): number | null {
  if (goal === null) return null;
  return 'atLeast' in goal ? goal.atLeast : goal.atMost;
}

/** `at least 0.6`, `at most 3`, or nothing. */
export function goalText(goal: Goal | null): string {
  if (goal === null) return '';
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
