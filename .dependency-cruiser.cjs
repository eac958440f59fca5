/** The layers of CONTRIBUTING.md, lowest first: an import may point to the same layer or to a lower one. */
const LAYERS = [
  [
    'pure',
    [
      'policy-engine',
      'permissions',
      'secret-bytes',
      'agent-protocol',
      'merkle-log',
      'log-proofs',
      'log-verifier',
      'connection-scope',
    ],
  ],
  [
    'platform',
    [
      'config',
      'logging',
      'tracing',
      'metrics',
      'database',
      'cache',
      'core',
      'audit',
      'kms',
      'health',
      'scheduler',
      'idempotency',
    ],
  ],
  ['users', ['users', 'tenancy']],
  ['rbac', ['rbac']],
  ['auth', ['auth']],
  ['foundation', ['policies', 'wraps', 'jobs']],
  [
    'context',
    ['providers', 'discovery', 'agents', 'requests', 'cross-team', 'reveal', 'gitops', 'directory'],
  ],
];
const NOT_CODE = '(\\.spec\\.ts$|/testing/)';
const group = (names) => `^libs/(${names.join('|')})/`;
const above = (index) => LAYERS.slice(index + 1).flatMap(([, names]) => names);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...LAYERS.slice(0, -1).map(([name, names], index) => ({
      name: `${name}-imports-only-lower-layers`,
      severity: 'error',
      from: { path: group(names), pathNot: NOT_CODE },
      to: { path: group(above(index)) },
    })),
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^(libs|migrations)/' },
      to: { path: '^apps/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'Others install them without the rest of this project.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: NOT_CODE },
      to: { path: '^(apps|libs|migrations|tools|test|bench|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'apps-stay-apart',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'a-lib-is-entered-by-its-door',
      comment: 'Other code imports #libs/<name>, never a file inside.',
      severity: 'error',
      from: { path: '^(apps|libs/([^/]+))/', pathNot: NOT_CODE },
      to: { path: '^libs/([^/]+)/src/', pathNot: ['^libs/$2/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'nobody-inside-imports-the-door',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/$1/src/index\\.ts$' },
    },
    {
      name: 'pure-means-pure',
      comment: 'No framework, ORM or I/O in decisions and tables.',
      severity: 'error',
      from: { path: `(${group(LAYERS[0][1])}|/domain/)`, pathNot: NOT_CODE },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|ioredis)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'service-code-needs-no-tools',
      severity: 'error',
      from: { path: '^(apps|libs|migrations)/', pathNot: NOT_CODE },
      to: { path: '^(tools|test|bench)/' },
    },
    {
      name: 'code-imports-what-its-manifest-declares',
      comment: 'Packages for development are declared at the root: they stay in tests and tools.',
      severity: 'error',
      from: { path: '^(apps|libs|packages)/', pathNot: NOT_CODE },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-console-is-for-browsers',
      comment:
        'It knows the service by its interface, and shares how proofs of the audit log are read and scopes are checked.',
      severity: 'error',
      from: { path: '^apps/console/', pathNot: NOT_CODE },
      to: { path: '^(libs|migrations)/', pathNot: '^libs/(log-proofs|connection-scope|permissions)/' },
    },
    {
      name: 'browsers-have-no-modules-of-node',
      severity: 'error',
      from: { path: '^(apps/console|libs/(log-proofs|connection-scope|permissions))/', pathNot: NOT_CODE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'values-stay-in-their-folder',
      comment: 'Only src/secret may fetch values; they never go through Query, the router or notices.',
      severity: 'error',
      from: { path: '^apps/console/src/secret/' },
      to: { path: '(node_modules/@tanstack/|^apps/console/src/(ui/toasts|api/query-client))' },
    },
    {
      name: 'pages-stay-apart',
      comment: 'What two pages share lies in ui, api or pictures.',
      severity: 'error',
      from: { path: '^apps/console/src/pages/([^/]+)/' },
      to: { path: '^apps/console/src/pages/([^/]+)/', pathNot: '^apps/console/src/pages/$1/' },
    },
    {
      name: 'parts-of-pages-know-no-page',
      severity: 'error',
      from: { path: '^apps/console/src/(ui|api|pictures|secret|proof)/' },
      to: { path: '^apps/console/src/(app|pages)/' },
    },
    {
      name: 'migrations-import-what-the-libs-declare',
      severity: 'error',
      from: { path: '^migrations/', pathNot: NOT_CODE },
      to: { path: 'node_modules/', pathNot: 'node_modules/typeorm/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
