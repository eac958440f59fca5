/** The programs of each image: files below `dist/`, without extension. */
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

/** The command line is not part of an image: users install it. */
export const CLI = ['apps/cli/main'] as const;

/** Not bundled, because it contains native code; all other packages are. */
export const NATIVE_PACKAGES = ['bcrypt'];

/** Returns a program's compiled file, below `dist/`: an application's is in `src/`, beside its bundle. */
export function compiledFile(program: string): string {
  return `${program.replace(/^(apps\/\w+)\/main$/, '$1/src/main')}.js`;
}
