/** Stands for a part of the theme that the site's settings never show (src/build/plugins/bundler.ts). */
export default function Nothing(): null {
  return null;
}
