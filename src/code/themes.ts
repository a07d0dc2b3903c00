/** How code blocks are highlighted; the colours themselves are CSS variables in `src/styles/tokens.css`. */
import type { PrismTheme } from 'prism-react-renderer';

/**
 * One theme for both colour modes: tokens get class names (`src/code/highlight.ts`) and `src/styles/code.css`
 * colours them. So the server's HTML is right in the dark theme too, and switching renders nothing anew.
 */
export const codeTheme: PrismTheme = {
  // What stands here the theme writes into a style attribute of every listing; these two are in code.css as well.
  plain: {},
  styles: [],
};

/** Languages beside those that prism-react-renderer brings (among them YAML and XML). */
export const codeLanguages = [
  'java',
  'bash',
  'json',
  'docker',
  'http',
  'ini',
  'nginx',
  'powershell',
  'properties',
  'sql',
];
