/** Mutation testing (`npm run test:mutation`): no file of these folders and no mutator is left out. */
const PARTS = {
  pure: ['libs/{policy-engine,coverage,transparency}/src/**/*.ts', 'libs/*/src/domain/**/*.ts'],
  wraps: ['libs/wraps/src/**/*.ts'],
};
const part = process.env.MUTATION_PART ?? 'pure';
const folder = `.countersign/mutation/${part}`;

export default {
  mutate: [...PARTS[part], '!libs/**/*.spec.ts', '!libs/*/src/testing/**'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: { configFile: 'jest.mutation.config.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: false,
  ignorePatterns: ['dist', '.countersign', 'release', 'docs', 'bench', 'packages', 'deploy'],
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? '2'),
  timeoutMS: 20_000,
  reporters: ['clear-text', 'json', 'html'],
  jsonReporter: { fileName: `${folder}/mutation.json` },
  htmlReporter: { fileName: `${folder}/mutation.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: `${folder}/sandbox`,
  thresholds: { high: 90, low: 85, break: 85 },
};
