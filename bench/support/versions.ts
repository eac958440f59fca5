import { readFile } from 'node:fs/promises';

const NEST = ['@nestjs/core', '@nestjs/platform-express', 'pg'];

/** The packages that a benchmark measures ours beside, or measures through. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'policy-engine': ['casbin', '@cedar-policy/cedar-wasm'],
  'sign-in': ['bcrypt', 'pg'],
  jobs: ['graphile-worker', 'pg-boss', 'pg'],
  ...{ boot: NEST, http: NEST, 'read-flow': NEST, wraps: NEST },
};

const noted: Record<string, string> = {};

/** Remembers which version of a server or a tool this run uses. */
export function noteVersion(name: string, version: string): void {
  noted[name] = version;
}

/** Servers and tools that this run has used, and the benchmark's packages as they are installed. */
export async function versionsOf(benchmark: string): Promise<Record<string, string>> {
  const versions = { ...noted };
  for (const name of PACKAGES[benchmark] ?? ['pg']) {
    const text = await readFile(`node_modules/${name}/package.json`, 'utf8');
    versions[name] = (JSON.parse(text) as { version: string }).version;
  }
  return versions;
}
