/** The boundaries of ARCHITECTURE.md. No rule has exceptions: code that breaks one is moved. */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-zod-alone',
      comment: 'Plain data crosses the wire, readable on both sides.',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'contract-knows-no-side',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(packages|server|web|tests|bench|scripts)/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'A package knows no product word and no other package.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: '\\.test\\.ts$|^packages/[^/]+/bench/' },
      to: { path: '^(contract|packages|server|web|tests|bench|scripts)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'package-benches-share-test-files-alone',
      comment:
        'The bench of a package measures the package; only the generators of test files come from outside.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/bench/' },
      to: {
        path: '^(contract|packages|server|web|tests|bench|scripts)/',
        pathNot: '^packages/$1/|^tests/support/files/',
      },
    },
    {
      name: 'packages-have-one-door',
      severity: 'error',
      from: { pathNot: '^packages/' },
      to: { path: '^packages/([^/]+)/', pathNot: '^packages/([^/]+)/\\1\\.ts$' },
    },
    {
      name: 'the-store-has-one-door',
      severity: 'error',
      from: { pathNot: ['^server/lead/store/', '\\.test\\.ts$'] },
      to: { path: '^server/lead/store/', pathNot: '/store\\.ts$' },
    },
    {
      name: 'the-index-has-one-door',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/lead/list/index/', '\\.test\\.ts$'] },
      to: { path: '^server/lead/list/index/', pathNot: '/finder\\.ts$' },
    },
    {
      name: 'platform-knows-no-lead',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/', pathNot: '^server/platform/' },
    },
    {
      name: 'lead-knows-no-feature',
      severity: 'error',
      from: { path: '^server/lead/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/', pathNot: '^server/(platform|lead)/' },
    },
    {
      name: 'features-know-no-feature',
      comment: 'Code that two features share moves down a floor, or the app passes it in.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/', pathNot: '^server/(platform/|lead/|features/$1/)' },
    },
    {
      name: 'web-and-server-meet-in-contract',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|tests|bench|scripts)/' },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(web|tests|bench|scripts)/' },
    },
    {
      name: 'server-needs-no-development-package',
      comment: 'npm ci --omit=dev installs all that a built project needs to start.',
      severity: 'error',
      from: { path: '^(contract|packages|server)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-imports-no-node-module',
      comment: 'Browsers have no Node.js modules.',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'ui-imports-ui-alone',
      comment: 'The component kit knows no product word.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^(contract/|web/)', pathNot: '^web/ui/' },
    },
    {
      name: 'lib-knows-no-feature',
      severity: 'error',
      from: { path: '^web/lib/' },
      to: { path: '^web/(features|routes)/' },
    },
    {
      name: 'features-meet-in-routes',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/(features|routes)/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'routes-are-listed-in-app',
      comment: 'One explicit list shows the whole API.',
      severity: 'error',
      from: { pathNot: '^server/app\\.ts$' },
      to: { path: '^server/.+/routes\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '^web/public/', '^scripts/healthcheck', '^(server|contract)/.*\\.test\\.ts$'],
      },
      to: {},
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-grab-bags',
      comment: 'A file is named after its purpose; a file of re-exports hides where code is.',
      severity: 'error',
      from: {},
      to: {
        path: [
          '/(index|util|utils|helper|helpers|misc|common)[.][a-z]+$',
          '/(util|utils|helper|helpers|misc|common)/',
        ],
        pathNot: '^node_modules/',
      },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    // TypeScript 7 has no compiler interface for JavaScript programs to parse with; swc reads the same syntax.
    parser: 'swc',
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^web/dist/' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
