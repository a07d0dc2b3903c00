import { memo, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { CodeBlockContextProvider, useCodeWordWrap } from '@docusaurus/theme-common/internal';
import Buttons from '@theme/CodeBlock/Buttons';

/** A listing's code as its file has it; a numbered listing breaks its lines by elements. */
function codeOf(pre: Element): string {
  const lines = [...pre.querySelectorAll('.token-line')];
  const text =
    lines.length > 0 ? lines.map((line) => line.textContent).join('\n') : pre.textContent;
  return text ?? '';
}

/** The theme's own buttons in a listing that React does not know. */
const BlockButtons = memo(function BlockButtons({
  pre,
}: {
  readonly pre: HTMLPreElement;
}): ReactNode {
  const wordWrap = useCodeWordWrap();
  const { codeBlockRef } = wordWrap;
  const metadata = useMemo(() => {
    const code = codeOf(pre);
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
  useLayoutEffect(() => {
    codeBlockRef.current = pre;
  }, [codeBlockRef, pre]);
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
 * Puts the buttons into the listings as they come near the screen: a page may have more than a hundred, and
 * each measures whether its lines are too long.
 */
export default function CodeButtons({ text }: Props): ReactNode {
  const all = useMemo(
    () => [...text.querySelectorAll<HTMLPreElement>('.theme-code-block pre')],
    [text],
  );
  const [near, setNear] = useState<ReadonlySet<Element>>(() => new Set(all.slice(0, first)));
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') {
      setNear(new Set(all));
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        // The theme's buttons fail on a listing whose code something has taken out of the page.
        const come = entries.filter(
          ({ isIntersecting, target }) => isIntersecting && target.querySelector('code'),
        );
        for (const { target } of come) observer.unobserve(target);
        if (come.length > 0) {
          setNear((before) => new Set([...before, ...come.map(({ target }) => target)]));
        }
      },
      { rootMargin: '200% 0px' },
    );
    for (const pre of all.slice(first)) observer.observe(pre);
    return () => observer.disconnect();
  }, [all]);
  return all.map(
    (pre, index) =>
      near.has(pre) &&
      pre.parentElement &&
      createPortal(<BlockButtons pre={pre} />, pre.parentElement, String(index)),
  );
}
