import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type InputOptions, type Plugin, rolldown } from 'rolldown';
import rollupPluginLicense, { type Dependency } from 'rollup-plugin-license';
import { consoleManifest } from '../../apps/api/src/console/console-manifest.js';
import { compiledFile, type Image, NATIVE_PACKAGES } from './images.js';

// Its types declare a default export, which its CommonJS module does not have.
const license = rollupPluginLicense as unknown as typeof rollupPluginLicense.default;

/** Optional packages that others use if installed, which they are not. */
const ABSENT_PACKAGES = [/^@nestjs\/(microservices|websockets)(\/|$)/, 'pg-native'];

/** V8 keeps the source text: one character beyond Latin-1 would make all of it take two bytes per character. */
const FORMAT = {
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

/**
 * Bundles compiled programs with the packages that they import: reading one file starts them in half the time of reading
 * 2,500. What is imported on first use, or by several of the programs, is put into separate files in `chunks/<image>`, whose
 * earlier files are removed, beside the licenses of the packages. The command line becomes CommonJS, so that Node starts
 * without the loader of ES modules.
 * @param programs of that image, or the command line; files below `compiled` without extension
 * @param compiled folder of the compiled code
 * @param out folder of the bundles, which keep their names
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
 * Bundles a compiled program into one CommonJS file, as single executables require.
 * @param program file below `compiled` without extension
 * @param out the bundle; its licenses go to `LICENSES.txt` beside it
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

/** The command line contains the digests of the console that was built with it. */
function inputOptions(licenses: string, compiled: string): InputOptions {
  const manifest = consoleManifest(join(compiled, 'console'));
  return {
    platform: 'node',
    plugins: [
      license({ thirdParty: { output: { file: licenses, template: notices } } }),
      bundledTypeorm,
      postgresOnly,
      withoutUnused,
      commandsOfOneProgram,
    ],
    transform: { define: manifest === null ? {} : { CONSOLE_MANIFEST: JSON.stringify(manifest) } },
    external: [...NATIVE_PACKAGES, ...ABSENT_PACKAGES],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  };
}

/**
 * `@nestjs/typeorm` requires a path that TypeORM 1 no longer has. If packages are installed beside the bundle, that would
 * load a second TypeORM with all its drivers, a third of the startup time.
 */
const bundledTypeorm: Plugin = {
  name: 'bundled-typeorm',
  load: {
    filter: { id: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ },
    handler: () => 'export const Connection = undefined;\nexport const AbstractRepository = undefined;\n',
  },
};

/** TypeORM loads the drivers of all databases that it supports: a fifth of what the service's processes would read. */
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

/**
 * What class-validator loads for its decorators of telephone numbers, and Nest's platform for uploads of files: a twentieth
 * of the service's startup. Whoever begins to use them is told.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  load: {
    filter: { id: /node_modules\/(libphonenumber-js\/max|multer)\/index\.c?js$/ },
    handler: (id) => {
      const text = JSON.stringify(`${id.split('/node_modules/').at(-1)} is left out of the bundle.`);
      return `module.exports = () => { throw new Error(${text}); };\nmodule.exports.parsePhoneNumberFromString = module.exports;\n`;
    },
  },
};

/** Commander loads what starts programs, for subcommands that are programs of their own: a tenth of the startup time. */
const commandsOfOneProgram: Plugin = {
  name: 'commands-of-one-program',
  transform: {
    filter: { id: /node_modules\/commander\/lib\/command\.js$/ },
    handler: (code) => code.replace("require('node:child_process')", 'undefined'),
  },
};

/** Sorted, because modules are read in random order. */
function notices(packages: Dependency[]): string {
  return packages
    .map((each) => each.text())
    .sort()
    .join('\n\n---\n\n');
}
