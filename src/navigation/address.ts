/** Addresses a reader may arrive with, made safe and canonical. Pure: knows no React and no window. */

/** The parts of a location this module looks at. */
export interface Address {
  readonly pathname: string;
  readonly hash: string;
}

/**
 * Escapes every `%` when the text cannot be decoded, so that decoding gives back what the reader typed.
 * Text that decodes is returned unchanged.
 */
export function escapeMalformed(text: string): string {
  try {
    decodeURIComponent(text);
    return text;
  } catch {
    return text.replaceAll('%', '%25');
  }
}

/** The page a path names, without `.html` or `/index.html`; other paths are returned unchanged. */
export function withoutHtmlSuffix(pathname: string): string {
  return pathname.replace(/(?:\/index)?\.html$/, '') || '/';
}

/**
 * The location the site renders for an address: decodable, without trailing slash, and with the
 * appendix's root standing for its landing page. The same object comes back when nothing changes.
 *
 * @param baseUrl path the site is served under, with both slashes
 */
export function canonicalAddress<T extends Address>(address: T, baseUrl: string): T {
  const { pathname, hash } = address;
  const slashless =
    pathname.length > baseUrl.length && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const canonical = {
    pathname:
      slashless === `${baseUrl}appendix` ? `${baseUrl}appendix/faq` : escapeMalformed(slashless),
    hash: escapeMalformed(hash),
  };
  return canonical.pathname === pathname && canonical.hash === hash
    ? address
    : { ...address, ...canonical };
}
