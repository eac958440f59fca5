import { readFileSync } from 'node:fs';
import { v5 } from 'uuid';
import { npmCommand } from '../npm-command.js';
import { run } from './run.js';
import { DELIVERED_WORKSPACES } from './shipped-workspaces.js';

interface Property {
  readonly name: string;
  readonly value: string;
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly scope?: string;
  readonly properties?: readonly Property[];
}

interface LockEntry {
  readonly version?: string;
  /** The folder of a workspace, if this is npm's link to it. */
  readonly resolved?: string;
  readonly link?: true;
  readonly dev?: true;
  readonly optional?: true;
  readonly devOptional?: true;
}

interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

/** The used members; the rest of CycloneDX is passed through. */
interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly component: Component; readonly timestamp?: string };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const SBOM = [
  'sbom',
  '--package-lock-only',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--loglevel=error',
  ...DELIVERED_WORKSPACES.map((folder) => `--workspace=${folder}`),
];

/**
 * Returns the CycloneDX bill of materials of a release: packages installed in the images or bundled into the command line,
 * without development and optional ones. npm's --omit=dev also omits packages that development shares, and lists only one of
 * several locations of the same version, so the lock file is the source. It is reproducible: no timestamp, and a serial
 * number derived from the content.
 */
export function billOfMaterials(): Bill {
  const bill = JSON.parse(run(...npmCommand(SBOM))) as Bill;
  const shipped = shippedRefs();
  const components = bill.components.filter((each) => shipped.has(each['bom-ref'])).map(asShipped);
  const refs = new Set([bill.metadata.component, ...components].map((each) => each['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const { timestamp: _, ...metadata } = bill.metadata;
  const component = { ...metadata.component, name: 'countersign' };
  return withSerial({ ...bill, metadata: { ...metadata, component }, components, dependencies });
}

function withSerial({ serialNumber: _, ...bill }: Bill): Bill {
  return { ...bill, serialNumber: `urn:uuid:${v5(JSON.stringify(bill), v5.URL)}` };
}

function shippedRefs(): Set<string> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const shipped = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional,
  );
  return new Set(
    shipped.map(([path, entry]) => {
      const { version } = entry.link ? packages[entry.resolved!]! : entry;
      return `${path.replace(/^.*node_modules\//, '')}@${version}`;
    }),
  );
}

function asShipped({ properties = [], ...rest }: Component): Component {
  const others = properties.filter((property) => property.name !== 'cdx:npm:package:development');
  // npm names a workspace by its folder.
  const ref = rest['bom-ref'];
  return { ...rest, name: ref.slice(0, ref.lastIndexOf('@')), scope: 'required', properties: others };
}
