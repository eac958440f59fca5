/** What runs in each image: files below `dist/`, without their ending. */
export const IMAGES = {
  service: [
    'apps/api/main',
    'apps/worker/main',
    'tools/migrate',
    'tools/after-restore/main',
    'tools/audit-retention/main',
    'tools/rewrap/main',
    'tools/verify/main',
  ],
  compose: ['tools/compose/main', 'tools/compose/secrets'],
  agent: ['apps/agent/main'],
} as const;

export type Image = keyof typeof IMAGES;

/** The command line runs in no image: people install it. */
export const CLI = ['apps/cli/main'] as const;

/** Loaded from where it is installed, because it holds native code; all other packages are in the bundles. */
export const NATIVE_PACKAGES = ['bcrypt'];

/** Returns where a program's compiled code is, below `dist/`: an application's is in `src/`, beside its bundle. */
export function compiledFile(program: string): string {
  return `${program.replace(/^(apps\/\w+)\/main$/, '$1/src/main')}.js`;
}
