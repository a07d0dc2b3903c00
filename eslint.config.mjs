import docusaurus from '@docusaurus/eslint-plugin';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The environment is read in one module, so that every setting is typed and validated once. */
const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read the environment in src/build/environment.ts.',
};

/** The page and its storage are reached through modules of their own, which know the build and browsers that refuse. */
const noPage = ['window', 'document', 'navigator', 'location', 'history', 'screen']
  .concat('localStorage', 'sessionStorage', 'globalThis', 'self')
  .map((name) => ({
    name,
    message: 'Reach the page through src/lib/browser.ts (ads: src/ads/browser.ts).',
  }));

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      'build*/**',
      '**/.docusaurus/**',
      '.tmp/**',
      'examples/**',
      'static/**',
      'tests/fixtures/**/build/**',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strict,
  reactHooks.configs.flat['recommended-latest'],
  {
    files: ['**/*.{js,mjs,cjs,ts,tsx}'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@docusaurus': docusaurus },
    rules: {
      '@docusaurus/no-html-links': 'error',
      '@docusaurus/prefer-docusaurus-heading': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { prefer: 'type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      eqeqeq: 'error',
      // What only the browser knows is read after a first render that equals the server's.
      'react-hooks/set-state-in-effect': 'off',
      'no-restricted-properties': [
        'error',
        { property: 'waitForTimeout', message: 'Wait for an event, or drive page.clock.' },
      ],
      'no-restricted-syntax': ['error', noEnvironment],
    },
  },
  {
    // The named readers: the site's settings, the tests' settings, the browser's place, child processes.
    files: [
      'src/build/environment.ts',
      'tests/support/settings.ts',
      'tests/support/builds.ts',
      'tests/integration/examples.spec.ts',
      'tests/integration/environmentCommand.spec.ts',
      'tests/integration/measureCommand.spec.ts',
      'scripts/**/*.ts',
      'playwright.config.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // The search's widgets listen to the page they stand in.
    files: ['src/**/*.{ts,tsx}'],
    ignores: [
      'src/lib/browser.ts',
      'src/ads/browser.ts',
      'src/lib/storage.ts',
      'src/search/ui/**',
      // A worker has no page: its own scope is all there is.
      'src/offline/worker.ts',
    ],
    rules: { 'no-restricted-globals': ['error', ...noPage] },
  },
  {
    files: ['src/search/ui/**'],
    rules: {
      'no-restricted-globals': ['error', 'localStorage', 'sessionStorage'],
      'no-restricted-properties': [
        'error',
        { property: 'localStorage', message: 'Reach storage through src/lib/storage.ts.' },
        { property: 'sessionStorage', message: 'Reach storage through src/lib/storage.ts.' },
      ],
    },
  },
  {
    // A wrapper says what it changes and hands the rest on; what is longer has a room of its own.
    files: ['src/theme/**/*.{ts,tsx}'],
    rules: { 'max-lines': ['error', 30] },
  },
  {
    // No file is longer than what a reader holds in the head.
    files: ['src/**/*.{ts,tsx}', 'scripts/**/*.ts'],
    ignores: ['src/theme/**'],
    rules: { 'max-lines': ['error', 400] },
  },
  {
    // Playwright's fixtures take a function named `use`, which is no React hook.
    files: ['tests/**/*.ts'],
    rules: { 'react-hooks/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
  },
);
