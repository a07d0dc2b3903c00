/**
 * Keeps a colour mode that does not exist off the page. The theme's inline script takes whatever
 * `?docusaurus-theme=`, `?docusaurus-data-theme=` or the storage says for `data-theme`; this one runs right
 * after it and before the first paint, and falls back as the theme does when nothing was said.
 */
import type { Plugin } from '@docusaurus/types';

const script = `(function () {
  var root = document.documentElement;
  var isMode = function (value) { return value === 'light' || value === 'dark'; };
  var choice = root.getAttribute('data-theme-choice');
  if (isMode(root.getAttribute('data-theme')) && (isMode(choice) || choice === 'system')) return;
  var stored = null;
  try { stored = localStorage.getItem('theme'); } catch (error) {}
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.setAttribute('data-theme', isMode(stored) ? stored : system);
  root.setAttribute('data-theme-choice', isMode(stored) ? stored : 'system');
})();`;

export default function colourModePlugin(): Plugin {
  return {
    name: 'colour-mode',
    injectHtmlTags: () => ({ preBodyTags: [{ tagName: 'script', innerHTML: script }] }),
  };
}
