import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
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
      globals: {
        Buffer: 'readonly',
        console: 'readonly',
        module: 'writable',
        performance: 'readonly',
        process: 'readonly',
        URL: 'readonly',
      },
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
      'apps/*/src/main.ts',
      'apps/cli/src/environment.ts',
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
    // The browser's code: no server's modules, and nothing that keeps or shows a value by accident.
    files: ['apps/console/src/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // A component is one expression of markup: its length says little.
      'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }],
      // Routers of TanStack throw redirects.
      '@typescript-eslint/only-throw-error': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "Literal[value='/api/v1/requests/{id}/wraps/{wrap_id}']",
          message: 'Only src/secret fetches values.',
        },
      ],
    },
  },
  {
    // As in the console: values are fetched in one folder.
    files: ['apps/cli/src/**'],
    ignores: ['apps/cli/src/values/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "Literal[value='/api/v1/requests/{id}/wraps/{wrap_id}']",
          message: 'Only src/values fetches values.',
        },
      ],
    },
  },
  {
    // What a query gives is inferred from the description of the interface.
    files: ['apps/console/src/api/queries/**'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  {
    files: ['apps/console/src/first.js'],
    languageOptions: {
      globals: { localStorage: 'readonly', document: 'readonly', location: 'readonly', fetch: 'readonly' },
    },
  },
  {
    // Values are held here and nowhere else (docs of the folder): they reach no log, storage, title or label.
    files: ['apps/console/src/secret/**'],
    rules: {
      'no-restricted-globals': ['error', 'localStorage', 'sessionStorage', 'console'],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXAttribute[name.name=/^(title|aria-label)$/] TemplateLiteral',
          message: 'A label of this folder is fixed text: a value must not get into it.',
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
