import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useHistory } from '@docusaurus/router';
import { ThemeClassNames } from '@docusaurus/theme-common';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { ContentAd } from '@site/src/ads/AdSlot';
import CodeButtons from './CodeButtons';
import { innerTarget, linkAt, preloadTarget, prefetchVisible } from './links';
import { onScreen, prepareText, textOf } from './store';
import { chooseTab, onTabKey, restoreTabs } from './tabs';

/** A text in place, and what in it React fills. */
interface Shown {
  readonly text: Element;
  readonly adPlaces: readonly Element[];
}

/** Takes a text over: what the server put in the place of an ad makes room for the ad that works. */
function takeOver(text: Element): Shown {
  restoreTabs(text);
  const adPlaces = [...text.querySelectorAll('[data-content-ad]')];
  for (const place of adPlaces) place.replaceChildren();
  return { text, adPlaces };
}

/** Puts the page's text into an element that lacks it, and says what is shown then. */
function useText(element: { readonly current: Element | null }, path: string): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useLayoutEffect(() => {
    const text = element.current;
    if (!text) return;
    if (!text.hasChildNodes()) text.replaceChildren(...(textOf(path) ?? []));
    if (text.hasChildNodes()) {
      setShown(takeOver(text));
      return onScreen(path);
    }
    // Shown anew without a navigation, as after an error: the page that was opened never fetched its text.
    let wanted = true;
    prepareText(path).then(
      () => {
        if (!wanted) return;
        text.replaceChildren(...(textOf(path) ?? []));
        setShown(takeOver(text));
      },
      (error: unknown) =>
        setShown(() => {
          throw error;
        }),
    );
    return () => {
      wanted = false;
    };
  }, [element, path]);
  return shown;
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

const tabAt = (target: EventTarget): Element | null => (target as Element).closest('[role="tab"]');

function preload({ target }: { readonly target: EventTarget }): void {
  const link = linkAt(target);
  if (link) preloadTarget(link);
}

/**
 * A page's text as the server's HTML: kept where it stands on the page that was opened, put in place after a
 * navigation. Stands for the theme's `DocItem/Content` in the browser; what the text needs of the browser
 * (links, tabs, the buttons of listings, ads) works from here.
 */
export default function ServerArticle(): ReactNode {
  const { permalink } = useDoc().metadata;
  const history = useHistory();
  const element = useRef<HTMLDivElement>(null);
  const shown = useText(element, permalink);
  useEffect(() => (shown ? prefetchVisible(shown.text) : undefined), [shown]);

  function onClick(event: MouseEvent): void {
    const tab = tabAt(event.target);
    if (tab && shown) chooseTab(shown.text, tab);
    const link = linkAt(event.target);
    const target = link && innerTarget(link);
    if (!target || !isPlainClick(event) || event.defaultPrevented) return;
    event.preventDefault();
    const { pathname, search, hash } = history.location;
    if (target === pathname + search + hash) history.replace(target);
    else history.push(target);
  }

  return (
    <>
      <div
        key={permalink}
        ref={element}
        className={`${ThemeClassNames.docs.docMarkdown} markdown`}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
        onClick={onClick}
        onMouseOver={preload}
        onTouchStart={preload}
        onKeyDown={({ target, key }) => {
          const tab = tabAt(target);
          if (tab && shown) onTabKey(shown.text, tab, key);
        }}
      />
      {shown && <CodeButtons key={permalink} text={shown.text} />}
      {shown?.adPlaces.map((place, index) => createPortal(<ContentAd />, place, String(index)))}
    </>
  );
}
