import config from './jest.config.mjs';

const { globalSetup: _setup, globalTeardown: _teardown, ...rest } = config;
const PURE = ['policy-engine', 'coverage', 'transparency'].map(
  (lib) => `<rootDir>/libs/${lib}/src/**/*.spec.ts`,
);
const SPECS = {
  pure: [...PURE, '<rootDir>/libs/*/src/domain/**/*.spec.ts'],
  wraps: [
    '<rootDir>/libs/wraps/src/**/*.spec.ts',
    '<rootDir>/libs/requests/src/wrap-retrieval.service.spec.ts',
  ],
};

/** The specs of what mutation testing changes; what servers they need is started once, by tools/mutation.mjs. */
export default {
  ...rest,
  roots: ['<rootDir>/libs'],
  testMatch: SPECS[process.env.MUTATION_PART ?? 'pure'],
  maxWorkers: 1,
};
