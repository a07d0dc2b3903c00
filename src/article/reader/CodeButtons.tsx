import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import {
  CodeBlockContextProvider,
  type useCodeBlockContext,
} from '@docusaurus/theme-common/internal';
import Buttons from '@theme/CodeBlock/Buttons';
import { whenVisible } from '../../lib/visible';

type WordWrap = ReturnType<typeof useCodeBlockContext>['wordWrap'];

/** Breaks a listing's lines where it ends, words too long for it included, or takes that back. */
function setWrapped(pre: Element, isWrapped: boolean): void {
  const style = pre.querySelector('code')?.style;
  style?.setProperty('white-space', isWrapped ? 'pre-wrap' : '');
  style?.setProperty('overflow-wrap', isWrapped ? 'anywhere' : '');
}

/**
 * Whether a listing's lines are too long for it, and are wrapped: what the theme's button asks for. The
 * theme's own hook measures each listing by itself whenever the window's size changes.
 */
function useWordWrap(pre: HTMLPreElement): WordWrap {
  const [isEnabled, setEnabled] = useState(false);
  const [isCodeScrollable, setScrollable] = useState(false);
  useEffect(() => {
    // Wrapped, no line is too long: the button that takes it back stays all the same.
    if (isEnabled) return;
    const measure = (): void => setScrollable(pre.scrollWidth > pre.clientWidth);
    if (typeof ResizeObserver === 'undefined') {
      measure();
      return;
    }
    // The browser has just laid the listing out when it calls: to ask for its width costs nothing then.
    const observer = new ResizeObserver(measure);
    observer.observe(pre);
    return () => observer.disconnect();
  }, [pre, isEnabled]);
  return useMemo(
    () => ({
      codeBlockRef: { current: pre },
      isEnabled,
      isCodeScrollable,
      toggle() {
        setWrapped(pre, !isEnabled);
        setEnabled(!isEnabled);
      },
    }),
    [pre, isEnabled, isCodeScrollable],
  );
}

/** The theme's own buttons in a listing that React does not know. */
const BlockButtons = memo(function BlockButtons({
  pre,
}: {
  readonly pre: HTMLPreElement;
}): ReactNode {
  const wordWrap = useWordWrap(pre);
  const metadata = useMemo(() => {
    const code = pre.textContent;
    return {
      codeInput: code,
      code,
      className: '',
      language: 'text',
      title: undefined,
      lineNumbersStart: undefined,
      lineClassNames: {},
    };
  }, [pre]);
  return (
    <CodeBlockContextProvider metadata={metadata} wordWrap={wordWrap}>
      <Buttons />
    </CodeBlockContextProvider>
  );
});

interface Props {
  /** The page's text. */
  readonly text: Element;
}

/** Listings that get their buttons at once, wherever they stand. */
const first = 3;

/**
 * Puts the buttons into the listings as they come near the screen: a page may have more than a hundred.
 */
export default function CodeButtons({ text }: Props): ReactNode {
  const all = useMemo(
    () => [...text.querySelectorAll<HTMLPreElement>('.theme-code-block pre')],
    [text],
  );
  const [near, setNear] = useState<ReadonlySet<Element>>(() => new Set(all.slice(0, first)));
  useEffect(() => {
    const come = (pre: Element): void => setNear((before) => new Set(before).add(pre));
    return whenVisible(all.slice(first), come, { rootMargin: '200% 0px' });
  }, [all]);
  return all.map(
    (pre, index) =>
      near.has(pre) &&
      pre.parentElement &&
      createPortal(<BlockButtons pre={pre} />, pre.parentElement, String(index)),
  );
}
