import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useHistory, useLocation } from '@docusaurus/router';
import { ThemeClassNames } from '@docusaurus/theme-common';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { ContentAd } from '@site/src/ads/AdSlot';
import { elementAt } from '@site/src/lib/browser';
import { useMistakeForm } from '@site/src/report/useMistakeForm';
import CodeButtons from './CodeButtons';
import { innerTarget, linkAt, preloadNext, preloadTarget, prefetchVisible } from './links';
import { placeGradually, type Placing } from '../insertion';
import { onScreen, prepareText, textOf } from '../cache';
import { chooseTab, onTabKey, restoreTabs } from './tabs';

/** A text in place as a whole, and what in it React fills. */
interface Shown {
  readonly text: Element;
  readonly adPlaces: readonly Element[];
}

/** Takes a text over: what the server put in the place of an ad makes room for the ad that works. */
function takeOver(text: Element): Shown {
  const adPlaces = [...text.querySelectorAll('[data-content-ad]')];
  for (const place of adPlaces) place.replaceChildren();
  return { text, adPlaces };
}

/** A text that may still be on its way into the page. */
interface Text {
  /** Null until the whole text is in place. */
  readonly shown: Shown | null;
  /** Puts what is still missing in place, for what needs the whole text. */
  readonly complete: () => void;
}

/**
 * Puts the page's text into an element that lacks it, and says what is shown then. Only a link followed to the
 * beginning of a page leads to its first screens alone: whatever else may need the rest finds it at once.
 */
function useText(element: { readonly current: Element | null }, path: string): Text {
  const [shown, setShown] = useState<Shown | null>(null);
  const placing = useRef<Placing | null>(null);
  const history = useHistory();
  const complete = useCallback((): void => placing.current?.complete(), []);
  useLayoutEffect(() => {
    const text = element.current;
    if (!text) return;
    const begin = (): void => {
      const content = textOf(path);
      if (!content) return;
      restoreTabs(content);
      placing.current = placeGradually(content, text, () => {
        placing.current = null;
        setShown(takeOver(text));
      });
      const { action, location } = history;
      if (action !== 'PUSH' || location.hash || location.state) complete();
    };
    const stop = (): void => {
      placing.current?.stop();
      placing.current = null;
    };
    if (text.hasChildNodes()) {
      restoreTabs(text);
      setShown(takeOver(text));
    } else begin();
    if (text.hasChildNodes()) {
      const leave = onScreen(path);
      return () => {
        stop();
        leave();
      };
    }
    // Shown anew without a navigation, as after an error: the page that was opened never fetched its text.
    let wanted = true;
    prepareText(path).then(
      () => {
        if (wanted) begin();
      },
      (error: unknown) =>
        setShown(() => {
          throw error;
        }),
    );
    return () => {
      wanted = false;
      stop();
    };
  }, [element, path, history, complete]);
  // A place named by a link in the page may be one that is still missing; Docusaurus goes there right after this.
  const { hash } = useLocation();
  useLayoutEffect(() => {
    if (hash) complete();
  }, [hash, complete]);
  return { shown, complete };
}

const noop = (): void => {};

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

const tabAt = (target: EventTarget): Element | null => elementAt(target, '[role="tab"]');

/**
 * A page's text as the server's HTML: kept where it stands on the page that was opened, put in place after a
 * navigation. Stands for the theme's `DocItem/Content` in the browser; what the text needs of the browser
 * (links, tabs, the buttons of listings, ads) works from here.
 */
export default function ServerArticle(): ReactNode {
  const { permalink } = useDoc().metadata;
  const history = useHistory();
  const formFor = useMistakeForm();
  const element = useRef<HTMLDivElement>(null);
  const { shown, complete } = useText(element, permalink);
  useEffect(() => {
    if (!shown) return;
    const stops = [prefetchVisible(shown.text), preloadNext(shown.text)];
    return () => stops.forEach((stop) => stop());
  }, [shown]);

  function reachFor({ target }: { readonly target: EventTarget }): void {
    const link = linkAt(target);
    if (link) preloadTarget(link);
    const heading = elementAt(target, 'h2[id], h3[id]');
    // Without its script, offline for one, a heading has no such link: nobody misses it.
    if (heading) import('./sections').then((it) => it.offerReport(heading, formFor), noop);
  }

  function onClick(event: MouseEvent<Element>): void {
    const tab = tabAt(event.target);
    if (tab) {
      complete();
      chooseTab(event.currentTarget, tab);
    }
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
        onMouseOver={reachFor}
        onTouchStart={reachFor}
        onFocus={reachFor}
        onKeyDown={(event) => {
          const tab = tabAt(event.target);
          if (!tab || event.altKey || event.ctrlKey || event.metaKey) return;
          complete();
          if (onTabKey(event.currentTarget, tab, event.key)) event.preventDefault();
        }}
      />
      {shown && <CodeButtons key={`buttons:${permalink}`} text={shown.text} />}
      {shown?.adPlaces.map((place, index) => createPortal(<ContentAd />, place, String(index)))}
    </>
  );
}
