/**
 * Stands for `@docusaurus/Link` in every bundle (see `src/build/plugins/article.ts`). Docusaurus's own watches for
 * coming into view with a new observer at every render and ends only the last: a link that stays on the screen,
 * as those of the sidebar do, would keep one more with each change of page.
 */
import {
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import { Link as RouterLink, NavLink } from 'react-router-dom';
import type { Props } from '@docusaurus/Link';
import isInternalUrl from '@docusaurus/isInternalUrl';
import { useBaseUrlUtils } from '@docusaurus/useBaseUrl';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { applyTrailingSlash } from '@docusaurus/utils-common';
import { inBrowser } from '../lib/browser';
import { whenIdleInTurn } from '../lib/idle';
import { whenVisible } from '../lib/visible';

/** Where a link leads, with the site's base URL and its way with trailing slashes. */
function useTarget(written: string | undefined, autoAddBaseUrl: boolean): string | undefined {
  const { trailingSlash, baseUrl } = useDocusaurusContext().siteConfig;
  const { withBaseUrl } = useBaseUrlUtils();
  if (written === undefined) return undefined;
  const plain = written.replace('pathname://', '');
  const target = autoAddBaseUrl && plain.startsWith('/') ? withBaseUrl(plain) : plain;
  return target && isInternalUrl(written)
    ? applyTrailingSlash(target, { trailingSlash, baseUrl })
    : target;
}

function Link(
  {
    isNavLink,
    to,
    href,
    activeClassName,
    isActive,
    'data-noBrokenLinkCheck': noBrokenLinkCheck,
    autoAddBaseUrl = true,
    ...props
  }: Props,
  forwarded: ForwardedRef<HTMLAnchorElement>,
): ReactNode {
  const written = to || href;
  const target = useTarget(written, autoAddBaseUrl);
  const isInternal = isInternalUrl(written);
  const brokenLinks = useBrokenLinks();
  const element = useRef<HTMLAnchorElement>(null);
  const preloaded = useRef(false);
  useImperativeHandle(forwarded, () => element.current as HTMLAnchorElement);

  const isAnchor = target?.startsWith('#') ?? false;
  const isOwnWindow = !props.target || props.target === '_self';
  const isPlain = !target || !isInternal || !isOwnWindow || isAnchor;
  useEffect(() => {
    const link = element.current;
    if (isPlain || !link) return;
    return whenVisible([link], () =>
      inBrowser((page) => whenIdleInTurn(target, () => void page.docusaurus.prefetch(target))),
    );
  }, [isPlain, target]);

  if (!noBrokenLinkCheck && (isAnchor || !isPlain)) brokenLinks.collectLink(target);
  if (props.id) brokenLinks.collectAnchor(props.id);

  if (isPlain) {
    const elsewhere =
      written && !isInternal ? { target: '_blank', rel: 'noopener noreferrer' } : {};
    // The theme says the name of a heading's link twice, and a page has hundreds.
    const title = isAnchor ? undefined : props.title;
    // What every other link is made of.
    // eslint-disable-next-line @docusaurus/no-html-links
    return <a ref={element} href={target} {...elsewhere} {...props} title={title} />;
  }

  const preload = (): void => {
    if (preloaded.current) return;
    preloaded.current = true;
    inBrowser(({ docusaurus }) => void docusaurus.preload(target));
  };
  const shared = { ...props, onMouseEnter: preload, onTouchStart: preload, to: target };
  return isNavLink ? (
    <NavLink {...shared} ref={element} isActive={isActive} activeClassName={activeClassName} />
  ) : (
    <RouterLink {...shared} ref={element} />
  );
}

export default forwardRef(Link);
