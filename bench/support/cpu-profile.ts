/** What `node --cpu-prof` writes (Chrome DevTools Protocol, Profiler.Profile), as far as it is read here. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** The node that was running at each sample. */
  readonly samples: readonly number[];
  /** Microseconds since the sample before, or since the start. */
  readonly timeDeltas: readonly number[];
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: Frame;
  readonly children?: readonly number[];
}

export interface Frame {
  readonly functionName: string;
  readonly url: string;
  /** Zero-based. */
  readonly lineNumber: number;
}

export interface Share {
  readonly name: string;
  readonly ms: number;
}

/** Nothing runs in these. */
const IDLE = new Set(['(idle)', '(root)']);

/**
 * Sums the time spent in each function itself, the greatest first; idle time is left out.
 *
 * @param skipMs how much of the profile's beginning is left out, so that a start isn't counted
 * @param nameOf what is summed up under one name, by the frames from the function to its outermost caller
 */
export function selfTimes(
  { nodes, samples, timeDeltas }: CpuProfile,
  skipMs: number,
  nameOf: (stack: readonly Frame[]) => string,
): Share[] {
  const stacks = stacksOf(nodes);
  const sums = new Map<string, number>();
  let at = 0;
  samples.forEach((id, index) => {
    const took = (timeDeltas[index] ?? 0) / 1000;
    at += took;
    const stack = stacks.get(id);
    if (at < skipMs || stack === undefined || IDLE.has(stack[0]!.functionName)) return;
    const name = nameOf(stack);
    sums.set(name, (sums.get(name) ?? 0) + took);
  });
  return [...sums].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms);
}

/** `writev node:net:1234`, or V8's own name for what has no source, `(garbage collector)` for example. */
export function functionOf([frame]: readonly Frame[]): string {
  const { functionName, url, lineNumber } = frame!;
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name} ${shortened(url)}:${lineNumber + 1}`;
}

/**
 * The package, or the lib or app of ours, on whose behalf the time is spent: what Node does belongs to its nearest caller,
 * so that a system call for a statement counts for `pg`. What has no such caller counts for the module of Node.
 */
export function partOf(stack: readonly Frame[]): string {
  const [frame] = stack;
  const caller = stack.find(({ url }) => url !== '' && !url.startsWith('node:')) ?? frame!;
  if (caller.url === '') return caller.functionName;
  const path = shortened(caller.url);
  const own = /^dist\/(apps|libs|bench)\/([^/]+)\//.exec(path);
  if (own) return `${own[1]}: ${own[2]}`;
  return /^node:(internal\/)?[^/:]+|^(@[^/]+\/)?[^/]+(?=\/)|^.*$/.exec(path)![0];
}

function stacksOf(nodes: readonly ProfileNode[]): Map<number, readonly Frame[]> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const stackOf = (id: number): Frame[] => {
    const frames: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      frames.push(byId.get(at)!.callFrame);
    return frames;
  };
  return new Map(nodes.map(({ id }) => [id, stackOf(id)]));
}

/** From the package's name on, or from dist on. */
function shortened(url: string): string {
  const packages = url.lastIndexOf('/node_modules/');
  if (packages >= 0) return url.slice(packages + '/node_modules/'.length);
  const built = url.lastIndexOf('/dist/');
  return built >= 0 ? url.slice(built + 1) : url;
}
