/** A `path` of a policy: a pattern prefixed with its namespace, and its capabilities. */
export interface KvRule {
  path: string;
  capabilities: readonly string[];
}

/** Parses a policy: `path "…" { capabilities = ["…"] }`, with `#` comments. @param namespace '' for the root */
export function parsePolicy(text: string, namespace: string): KvRule[] {
  const code = text.replace(/#.*$/gm, '');
  return [...code.matchAll(/path\s+"([^"]+)"\s*\{([^}]*)\}/g)].map(([, path = '', body = '']) => ({
    path: namespace === '' ? path : `${namespace}/${path}`,
    capabilities: [...body.matchAll(/"(\w+)"/g)].map(([, capability = '']) => capability),
  }));
}

/** Returns the capabilities at a full path: the most specific pattern decides, and `deny` wins. */
export function capabilitiesFor(rules: readonly KvRule[], path: string): string[] {
  const matching = rules.filter((rule) => matches(rule.path, path));
  const exact = matching.map((rule) => rule.path).sort((a, b) => exactness(b) - exactness(a))[0];
  const given = matching.filter((rule) => rule.path === exact).flatMap((rule) => rule.capabilities);
  return given.includes('deny') ? [] : [...new Set(given)];
}

/** Returns whether rules allow anything at or below a mount, which makes it visible. */
export function seesMount(rules: readonly KvRule[], mount: string): boolean {
  if (capabilitiesFor(rules, `${mount}/`).length > 0) return true;
  const depth = mount.split('/').length;
  return rules.some(
    ({ capabilities, path }) =>
      !capabilities.includes('deny') && matches(path.split('/').slice(0, depth).join('/'), mount),
  );
}

function matches(pattern: string, path: string): boolean {
  const form = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const source = form.replace(/(^|\/)\\\+(?=\/|$)/g, '$1[^/]+').replace(/\\\*$/, '.*');
  return new RegExp(`^${source}$`).test(path);
}

/** Returns the specificity: exact patterns come first, then those whose first wildcard comes last. */
function exactness(pattern: string): number {
  const wildcard = pattern.search(/\*$|(^|\/)\+(\/|$)/);
  return wildcard === -1 ? Infinity : wildcard;
}
