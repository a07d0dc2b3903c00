/**
 * Keeps a colour mode that does not exist off the page. The theme's inline script takes whatever
 * `?docusaurus-theme=`, `?docusaurus-data-theme=` or the storage says for `data-theme`; this one runs right
 * after it and before the first paint, and falls back as the theme does when nothing was said.
 */
import type { Plugin } from '@docusaurus/types';

const script = `(({ dataset }) => {
  const isMode = (value) => value === 'light' || value === 'dark';
  if (isMode(dataset.theme) && (isMode(dataset.themeChoice) || dataset.themeChoice === 'system')) return;
  let stored;
  try { stored = localStorage.getItem('theme'); } catch {}
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  dataset.theme = isMode(stored) ? stored : system;
  dataset.themeChoice = isMode(stored) ? stored : 'system';
})(document.documentElement);`;

export default function colourModePlugin(): Plugin {
  return {
    name: 'colour-mode',
    injectHtmlTags: () => ({ preBodyTags: [{ tagName: 'script', innerHTML: script }] }),
  };
}
