import { fileURLToPath } from 'node:url';
import config from './jest.config.mjs';
import { chosenPart } from './tools/mutation-parts.mjs';

const { globalSetup: _setup, globalTeardown: _teardown, ...rest } = config;

/** The specs of the part that mutation testing changes; what servers they need is started once, by tools/mutation.mjs. */
export default {
  ...rest,
  roots: ['<rootDir>/libs', '<rootDir>/tools'],
  testMatch: chosenPart().specs.map((pattern) => `<rootDir>/${pattern}`),
  testEnvironment: fileURLToPath(new URL('test/support/first-failure-environment.mjs', import.meta.url)),
  // Stryker looks for `jest-circus` in the name.
  testRunner: fileURLToPath(new URL('test/support/jest-circus-first-failure.mjs', import.meta.url)),
  testSequencer: '<rootDir>/test/support/database-last.mjs',
  setupFiles: ['<rootDir>/test/support/repeatable-cases.mjs'],
  watchman: false,
  maxWorkers: 1,
};
