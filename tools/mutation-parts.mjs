import { existsSync, readdirSync } from 'node:fs';

const LIBS = new URL('../libs/', import.meta.url);
const PURE = ['policy-engine', 'coverage', 'transparency'];
const WITH_DOMAIN = readdirSync(LIBS).filter((lib) => existsSync(new URL(`${lib}/src/domain`, LIBS)));

/** What mutation testing changes, part by part, and which specs should notice. Every file of a folder, but its tests'. */
export const PARTS = {
  ...Object.fromEntries(PURE.map((lib) => [lib, part(`libs/${lib}/src`)])),
  ...Object.fromEntries(WITH_DOMAIN.map((lib) => [lib, part(`libs/${lib}/src/domain`)])),
  requests: part('libs/requests/src/domain', { onServers: true }),
  // All but the command itself, which reads files and prints: stories start it as a process.
  verify: part('tools/verify', { without: ['main.ts'] }),
  wraps: part('libs/wraps/src', {
    specs: ['libs/requests/src/wrap-retrieval.service.spec.ts'],
    onServers: true,
  }),
};

/** The part that the environment names; tools/mutation.mjs sets it. */
export function chosenPart() {
  const name = process.env.MUTATION_PART ?? '';
  if (!Object.hasOwn(PARTS, name))
    throw new Error(`MUTATION_PART is one of ${Object.keys(PARTS).join(', ')}`);
  return { name, ...PARTS[name] };
}

function part(folder, { specs = [], without = [], onServers = false } = {}) {
  const not = ['**/*.spec.ts', 'testing/**', ...without].map((pattern) => `!${folder}/${pattern}`);
  return { mutate: [`${folder}/**/*.ts`, ...not], specs: [`${folder}/**/*.spec.ts`, ...specs], onServers };
}
