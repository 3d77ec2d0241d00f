import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Imports run one way; each row says what a folder may not import. */
const direction = (files, ...rules) => ({
  files,
  ignores: ['**/*.test.{ts,tsx}'],
  rules: {
    'no-restricted-imports': ['error', { patterns: rules.map(([regex, message]) => ({ regex, message })) }],
  },
});

const INSIDE_OF_FEATURE = [
  '^~/features/[^/]+/(?!index(\\.server)?$|contract$)',
  'Use another feature through its index only.',
];
const PACKAGE_TO_APP = ['^(~|(\\.\\./)+(app|server|prisma))/', 'Packages never import the application.'];

/** Each element becomes an argument on the stack: of a list whose length comes from outside that is a RangeError. */
const NO_SPREAD_INTO_CALL = {
  selector:
    'CallExpression[callee.property.name=/^(push|unshift|splice|max|min|fromCharCode|fromCodePoint)$/] > SpreadElement',
  message: 'A long list ends the process here: add one element after the other.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/build/',
      'data/',
      'node_modules/',
      '.cache/',
      'public/',
      '**/test-results/',
      '**/playwright-report/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'Response' }] }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // Deprecated only so that it stands out; integrations/google asks for it on the loopback alone.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['app/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.recommended.rules,
      // Of our own parts, a menu may say where its focus begins.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    },
  },
  {
    files: ['app/**/*.tsx', 'app/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Literal[value=/(^|[ :])-?z-(\\d|\\[|auto)/], TemplateElement[value.raw=/(^|[ :])-?z-(\\d|\\[|auto)/]',
          message: 'What lies above what is one scale: use z-sticky … z-toast (app/styles/layers.css).',
        },
        NO_SPREAD_INTO_CALL,
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.ts', 'server/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_SPREAD_INTO_CALL] },
  },
  { files: ['**/*.{js,cjs,mjs}'], languageOptions: { globals: globals.node } },
  // Playwright reads which fixtures are wanted from the pattern, also when there is none.
  { files: ['tests/e2e/**'], rules: { 'no-empty-pattern': 'off' } },
  // What a command prints is its purpose.
  {
    files: [
      'scripts/**',
      'bench/**',
      'server/**',
      'app/commands.server.ts',
      'app/create-app.server.ts',
      'packages/baiql-cli/**',
      'packages/*/scripts/**',
      'tests/vendors/**',
      'tests/soak/**',
      'tests/support/**',
    ],
    rules: { 'no-console': 'off' },
  },
  direction(['app/core/**'], ['^~/(features|integrations|routes|ui)/', 'core stands below everything else.']),
  direction(['app/ui/**'], ['^~/(features|integrations|routes|core)/', 'ui knows nothing of the product.']),
  direction(['app/integrations/**'], ['^~/(features|routes|ui)/', 'integrations stand below the features.']),
  direction(['app/features/**'], ['^~/routes/', 'Features stand below the routes.'], INSIDE_OF_FEATURE),
  direction(
    ['app/routes/**', 'app/{root,routes}.{ts,tsx}', 'app/api.server.ts'],
    ['@prisma/client|better-sqlite3', 'A route calls a use case.'],
  ),
  direction(['packages/*/src/**'], PACKAGE_TO_APP),
  direction(['packages/baiql-lang/src/**'], PACKAGE_TO_APP, [
    '^(node:|fs$|path$)',
    'The language runs in the browser too.',
  ]),
  direction(['packages/baiql-runtime/src/**'], PACKAGE_TO_APP, [
    'prisma|better-sqlite3|openai|anthropic|express',
    'The engine asks its host for these.',
  ]),
);
