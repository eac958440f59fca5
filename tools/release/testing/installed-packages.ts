import { readFileSync } from 'node:fs';
import { DELIVERED_WORKSPACES } from '../shipped-workspaces.js';

/** An entry of the lock file. */
interface Package {
  readonly version: string;
  /** The target workspace of a link. */
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Returns `name@version` of the shipped workspaces and their dependencies, resolved as Node does. */
export function installedPackages(): Set<string> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Package>;
  };
  const seen = new Set<string>();
  const target = (place: string): string => (packages[place]!.link ? packages[place]!.resolved! : place);
  const visit = (from: string): void => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = packages[from]!;
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys(dependencies ?? {}), ...peers]) {
      const place = resolve(from, name);
      if (place === null || seen.has(place)) continue;
      seen.add(place);
      visit(target(place));
    }
  };
  const resolve = (from: string, name: string): string | null => {
    const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (packages[place]) return place;
    const outer = from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '');
    return from === '' ? null : resolve(outer === from ? '' : outer, name);
  };
  const links = Object.keys(packages).filter((place) =>
    DELIVERED_WORKSPACES.includes(packages[place]!.link ? packages[place]!.resolved! : ''),
  );
  for (const link of links) {
    seen.add(link);
    visit(target(link));
  }
  return new Set(
    [...seen].map((place) => `${place.replace(/^.*node_modules\//, '')}@${packages[target(place)]!.version}`),
  );
}
