const WORDS = new Set([
  'and',
  'or',
  'unless',
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'bool',
  'offset',
]);

/** A metric that an expression reads, and the labels that it matches or groups by. */
export interface ReadMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

/**
 * Returns the metrics that a PromQL expression names. Not a parser: it knows what our rules and panels are written in,
 * and promtool reads the rules as well.
 */
export function metricsIn(expression: string): ReadMetric[] {
  const plain = expression
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  const found = [...plain.matchAll(/([a-zA-Z_:][\w:]*)\s*(\{(?:[^{}"]|"[^"]*")*\})?(?!\s*[\w:(])/g)];
  return found
    .filter(([, name]) => !WORDS.has(name!))
    .filter(({ index }) => !isInsideBraces(plain, index))
    .map(([, name, matchers = '']) => ({ name: name!, labels: labelsIn(matchers) }));
}

function labelsIn(matchers: string): string[] {
  return [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!);
}

function isInsideBraces(text: string, index: number): boolean {
  const before = text.slice(0, index);
  return before.lastIndexOf('{') > before.lastIndexOf('}');
}
