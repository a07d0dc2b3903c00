import docusaurus from '@docusaurus/eslint-plugin';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The environment is read in one module, so that every setting is typed and validated once. */
const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read the environment in src/config/environment.ts.',
};

/** The page and its storage are reached through modules of their own, which know the build and browsers that refuse. */
const noPage = ['window', 'document', 'navigator', 'location', 'history', 'screen']
  .concat('localStorage', 'sessionStorage', 'globalThis', 'self')
  .map((name) => ({
    name,
    message: 'Reach the page through src/client/browser.ts (ads: src/ads/browser.ts).',
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
      'src/config/environment.ts',
      'tests/support/settings.ts',
      'tests/support/builds.ts',
      'tests/unit/environmentCommand.spec.ts',
      'tests/unit/measureCommand.spec.ts',
      'scripts/**/*.ts',
      'playwright.config.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // The search's widgets listen to the page they stand in; its storage is src/search/client/recent.ts.
    files: ['src/**/*.{ts,tsx}'],
    ignores: [
      'src/client/browser.ts',
      'src/ads/browser.ts',
      'src/ads/storage.ts',
      'src/search/client/**',
    ],
    rules: { 'no-restricted-globals': ['error', ...noPage] },
  },
  {
    files: ['src/search/client/**'],
    ignores: ['src/search/client/recent.ts'],
    rules: {
      'no-restricted-globals': ['error', 'localStorage', 'sessionStorage'],
      'no-restricted-properties': [
        'error',
        { property: 'localStorage', message: 'Reach storage through recent.ts.' },
        { property: 'sessionStorage', message: 'Reach storage through recent.ts.' },
      ],
    },
  },
  {
    // Playwright's fixtures take a function named `use`, which is no React hook.
    files: ['tests/**/*.ts'],
    rules: { 'react-hooks/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
  },
);
