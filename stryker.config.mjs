import { chosenPart } from './tools/mutation-parts.mjs';

/** Mutation testing (`npm run test:mutation`): no mutator is left out. */
const { name, mutate } = chosenPart();
const folder = `.countersign/mutation/${name}`;

export default {
  mutate,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: { configFile: 'jest.mutation.config.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: false,
  ignorePatterns: ['dist', '.countersign', 'release', 'docs', 'bench', 'packages', 'deploy', 'apps'],
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? '2'),
  // Contexts of ECMAScript modules are not given back by the process that made them.
  maxTestRunnerReuse: 100,
  timeoutMS: 10_000,
  incremental: true,
  incrementalFile: `${folder}/incremental.json`,
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  jsonReporter: { fileName: `${folder}/mutation.json` },
  htmlReporter: { fileName: `${folder}/mutation.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: `${folder}/sandbox`,
  thresholds: { high: 90, low: 85, break: 85 },
};
