import { availableParallelism } from 'node:os';

/** One Jest for every layer: unit specs beside the code, end-to-end stories in test/. */
export default {
  testEnvironment: '<rootDir>/test/support/suite-environment.mjs',
  testSequencer: '<rootDir>/test/support/long-and-short.mjs',
  roots: [
    '<rootDir>/apps',
    '<rootDir>/bench',
    '<rootDir>/libs',
    '<rootDir>/migrations',
    '<rootDir>/packages',
    '<rootDir>/test',
    '<rootDir>/tools',
  ],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
      },
    ],
  },
  moduleNameMapper: {
    // CommonJS that requires ES modules: Jest can load these packages by a shim alone.
    '^@(?:nestjs|willsoto)/(throttler|nestjs-prometheus)$': '<rootDir>/test/support/commonjs/$1.mjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#libs/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^#client$': '<rootDir>/packages/client/src/index.ts',
    '^#openapi$': '<rootDir>/docs/api/openapi.json',
    '^#package$': '<rootDir>/package.json',
  },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // More than cores: stories wait for leases, clocks and processes that start.
  maxWorkers: availableParallelism() + 2,
  // Node keeps the contexts of ES modules as long as the process lives: a worker that has grown is replaced, or
  // it would need longer for its end than Jest waits ("failed to exit gracefully").
  workerIdleMemoryLimit: '600MB',
  // A test that hangs ends, one that a busy machine slows down does not.
  testTimeout: 60_000,
};
