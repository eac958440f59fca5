import { analyzeTsConfig } from 'ts-unused-exports';

/** Files loaded by name at run time: the module graph does not show it. */
const LOADED_BY_NAME = ['.driver.ts'];
/** Types may be exported for the signatures they stand in. */
const OPTIONS = ['--allowUnusedTypes'];

const { unusedExports } = analyzeTsConfig('./tsconfig.json', OPTIONS);
const dead = Object.entries(unusedExports).filter(([file]) => !LOADED_BY_NAME.some((ending) => file.endsWith(ending)));
for (const [file, names] of dead) {
  console.log(`${file.replace(`${process.cwd()}/`, '')}: ${names.map((name) => name.exportName).join(', ')}`);
}
console.log(dead.length === 0 ? 'No dead exports.' : `${dead.length} files with exports that nothing imports.`);
process.exit(dead.length === 0 ? 0 : 1);
