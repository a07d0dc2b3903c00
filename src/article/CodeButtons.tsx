import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
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
function BlockButtons({ pre }: { readonly pre: HTMLPreElement }): ReactNode {
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
}

interface Props {
  /** The page's text. */
  readonly text: Element;
}

/** Listings that get their buttons at a time. */
const batch = 4;

/** Runs something when the browser has nothing better to do; returns the cancellation. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}

/** Puts the buttons into the listings, a few at a time: a page may have more than a hundred. */
export default function CodeButtons({ text }: Props): ReactNode {
  const [count, setCount] = useState(batch);
  const all = useMemo(
    () => [...text.querySelectorAll<HTMLPreElement>('.theme-code-block pre')],
    [text],
  );
  useEffect(() => {
    if (count < all.length) return whenIdle(() => setCount(count + batch));
    return undefined;
  }, [all, count]);
  return all
    .slice(0, count)
    .map(
      (pre, index) =>
        pre.parentElement &&
        createPortal(<BlockButtons pre={pre} />, pre.parentElement, String(index)),
    );
}
