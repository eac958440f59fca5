import { existsSync, readdirSync } from 'node:fs';

const LIBS = new URL('../libs/', import.meta.url);
const PURE = ['policy-engine', 'permissions', 'merkle-log', 'connection-scope'];
const WITH_DOMAIN = readdirSync(LIBS).filter((lib) => existsSync(new URL(`${lib}/src/domain`, LIBS)));

/** What mutation testing changes, part by part, and which specs should notice. Every file of a folder, but its tests'. */
export const PARTS = {
  ...Object.fromEntries(PURE.map((lib) => [lib, part(`libs/${lib}/src`)])),
  ...Object.fromEntries(WITH_DOMAIN.map((lib) => [lib, part(`libs/${lib}/src/domain`)])),
  // Beside the table of transitions what carries them out.
  requests: part('libs/requests/src/domain', {
    also: ['libs/requests/src/lifecycle/request-transitions'],
    onServers: true,
  }),
  reveal: part('libs/reveal/src', { onServers: true }),
  audit: part('libs/audit/src/log', { onServers: true }),
  verify: part('tools/verify'),
  'log-verifier': part('libs/log-verifier/src', { specs: ['tools/verify/*.spec.ts'] }),
  wraps: part('libs/wraps/src', {
    specs: ['libs/requests/src/retrieve/wrap-retrieval.service.spec.ts'],
    onServers: true,
  }),
};

/** Returns the part that the environment names; tools/mutation.mjs sets it. */
export function chosenPart() {
  const name = process.env.MUTATION_PART ?? '';
  if (!Object.hasOwn(PARTS, name))
    throw new Error(`MUTATION_PART is one of ${Object.keys(PARTS).join(', ')}`);
  return { name, ...PARTS[name] };
}

/** `also` are files beside the folder, each with its own spec. */
function part(folder, { also = [], specs = [], onServers = false } = {}) {
  const not = ['**/*.spec.ts', 'testing/**'].map((pattern) => `!${folder}/${pattern}`);
  return {
    mutate: [`${folder}/**/*.ts`, ...also.map((file) => `${file}.ts`), ...not],
    specs: [`${folder}/**/*.spec.ts`, ...also.map((file) => `${file}.spec.ts`), ...specs],
    onServers,
  };
}
