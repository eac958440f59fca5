import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type InputOptions, type Plugin, rolldown } from 'rolldown';
import rollupPluginLicense, { type Dependency } from 'rollup-plugin-license';
import { consoleManifest } from '../../apps/api/src/console/console-manifest.js';
import { compiledFile, type Image, NATIVE_PACKAGES } from './images.js';

// Its types declare a default export, which its CommonJS module does not have.
const license = rollupPluginLicense as unknown as typeof rollupPluginLicense.default;

/** Packages that others use where they are installed, which they are not. */
const ABSENT_PACKAGES = [/^@nestjs\/(microservices|websockets)(\/|$)/, 'pg-native'];

/** A file is kept as text while it runs: one letter beyond Latin-1 would make all of it take two bytes a letter. */
const FORMAT = {
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

/**
 * Bundles compiled programs with the packages that they import: reading one file starts them in half the time of reading
 * 2,500. What is imported on first use, or by several of the programs, gets files of its own in `chunks/<image>`, whose
 * earlier files are removed, and beside them the licenses of these packages. The command line becomes CommonJS: a start of Node
 * then does without the loader of ES modules.
 *
 * @param programs of that image, or the command line; files below `compiled` without their ending
 * @param compiled folder of the compiled code
 * @param out folder that the bundles are written to, under the same names
 * @throws Error for an import of a package that is not installed
 */
export async function bundlePrograms(
  image: Image | 'cli',
  programs: readonly string[],
  compiled: string,
  out: string,
): Promise<void> {
  const chunks = `chunks/${image}`;
  const ending = image === 'cli' ? 'cjs' : 'js';
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((program) => [program, join(compiled, compiledFile(program))])),
    ...inputOptions(join(out, chunks, 'LICENSES.txt'), compiled),
  });
  rmSync(join(out, chunks), { recursive: true, force: true });
  await bundle.write({
    dir: out,
    format: image === 'cli' ? 'cjs' : 'es',
    entryFileNames: `[name].${ending}`,
    chunkFileNames: `${chunks}/[name].${ending}`,
    ...FORMAT,
  });
  await bundle.close();
}

/**
 * Bundles a compiled program into one file of CommonJS, as single executables take it.
 *
 * @param program file below `compiled` without its ending
 * @param out the bundle; the licenses of what is in it go to `LICENSES.txt` beside it
 * @throws Error for an import of a package that is not installed
 */
export async function bundleToOneFile(program: string, compiled: string, out: string): Promise<void> {
  const bundle = await rolldown({
    input: join(compiled, `${program}.js`),
    ...inputOptions(join(dirname(out), 'LICENSES.txt'), compiled),
  });
  await bundle.write({ file: out, format: 'cjs', codeSplitting: false, ...FORMAT });
  await bundle.close();
}

/** The command line knows the console that was built with it. */
function inputOptions(licenses: string, compiled: string): InputOptions {
  const manifest = consoleManifest(join(compiled, 'console'));
  return {
    platform: 'node',
    plugins: [
      license({ thirdParty: { output: { file: licenses, template: notices } } }),
      bundledTypeorm,
      postgresOnly,
    ],
    transform: { define: manifest === null ? {} : { CONSOLE_MANIFEST: JSON.stringify(manifest) } },
    external: [...NATIVE_PACKAGES, ...ABSENT_PACKAGES],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  };
}

/**
 * `@nestjs/typeorm` looks by `require` for what TypeORM 1 has no more. Where packages are installed beside the bundle that
 * would load a second TypeORM with all its drivers, a third of the start.
 */
const bundledTypeorm: Plugin = {
  name: 'bundled-typeorm',
  load: {
    filter: { id: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ },
    handler: () => 'export const Connection = undefined;\nexport const AbstractRepository = undefined;\n',
  },
};

/** TypeORM loads the drivers of all databases that it knows: a fifth of what the service's processes would read. */
const postgresOnly: Plugin = {
  name: 'postgres-only',
  load: {
    filter: { id: /typeorm\/driver\/DriverFactory\.js$/ },
    handler: () => `const { PostgresDriver } = require('./postgres/PostgresDriver');
exports.DriverFactory = class DriverFactory {
  create(dataSource) {
    return new PostgresDriver(dataSource);
  }
};
`,
  },
};

/** Sorted: modules are read in no fixed order. */
function notices(packages: Dependency[]): string {
  return packages
    .map((each) => each.text())
    .sort()
    .join('\n\n---\n\n');
}
