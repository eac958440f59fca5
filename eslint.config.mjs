import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Sizes we keep (docs: CONTRIBUTING), and mistakes the compiler lets through. */
export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'coverage/',
      '.countersign/',
      'packages/client/dist/',
      'packages/client/src/schema.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 6 }],
      complexity: ['error', 12],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Configuration is parsed once, in libs/config.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              importNames: ['Logger', 'ConsoleLogger'],
              message:
                "Its texts are withheld: use componentLogger or the process's Logger of #libs/logging.",
            },
          ],
        },
      ],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', module: 'writable' },
    },
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      'no-console': 'off',
      'no-restricted-properties': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
  {
    // Entry points hand the environment to the parser; tools and tests are not the service.
    files: [
      'apps/*/main.ts',
      'tools/**',
      'test/**',
      'bench/**',
      '**/*.spec.ts',
      '**/testing/**',
      'libs/logging/**',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.spec.ts', 'test/**', '**/testing/**', 'tools/**', 'bench/**'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
  {
    // A driver's scope comes from the control plane: it reaches a network by storeExchange or an SDK that is given an
    // AllowedAddress, and by nothing else (D105).
    files: ['apps/agent/src/drivers/**'],
    ignores: ['**/*.spec.ts', '**/store-exchange.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Use storeExchange.' }],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '/http/exchange\\.js$', importNames: ['exchange'], message: 'Use storeExchange.' },
            { regex: '^((node:)?(http|https|http2|net|tls)|undici)$', message: 'Use storeExchange.' },
          ],
        },
      ],
    },
  },
  {
    // Migrations are explicit SQL, as long as the tables they make.
    files: ['migrations/**'],
    rules: { 'max-lines-per-function': 'off' },
  },
);
