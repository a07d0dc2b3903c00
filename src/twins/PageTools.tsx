import { useEffect, useState, type ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { useMistakeForm } from '@site/src/report/useMistakeForm';
import { twinPath } from './twinPath';
import styles from './styles.module.css';

/** How long the button tells what became of the press, in ms. */
const answerMs = 2000;

const labels = { ready: '复制全文', copied: '已复制', failed: '复制失败' } as const;

async function readText(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/**
 * Puts a file of the site into the clipboard, if it comes and the browser allows it. Safari allows it only within the
 * press, before the file is there, and takes the promise of a text; Firefox before 127 takes none, and can wait.
 */
async function copyFile(path: string): Promise<void> {
  const text = readText(path);
  /* eslint-disable no-restricted-globals */
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const type = 'text/plain';
  const file = text.then((words) => new Blob([words], { type }));
  // Chromium does not count the item as waiting for its own file.
  await Promise.all([navigator.clipboard.write([new ClipboardItem({ [type]: file })]), file]);
  /* eslint-enable no-restricted-globals */
}

/** Copies the page's Markdown. */
function CopyButton({ path }: { readonly path: string }): ReactNode {
  const [state, setState] = useState<keyof typeof labels>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const id = setTimeout(() => setState('ready'), answerMs);
    return () => clearTimeout(id);
  }, [state]);
  function copy(): void {
    copyFile(path).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  }
  return (
    <button type="button" className="clean-btn" onClick={copy} aria-live="polite">
      {labels[state]}
    </button>
  );
}

/** What a reader may want of a page: its text as Markdown, to see or to take along, and to tell us of a mistake. */
export default function PageTools(): ReactNode {
  const twin = twinPath(useDoc().metadata.permalink);
  const formFor = useMistakeForm();
  return (
    <span className={styles.tools} data-page-tools="">
      {/* The twin is a file beside the page, no page of the application. */}
      {/* eslint-disable-next-line @docusaurus/no-html-links */}
      <a href={twin} type="text/markdown">
        Markdown
      </a>
      <CopyButton path={twin} />
      {/* eslint-disable-next-line @docusaurus/no-html-links */}
      <a href={formFor('')} target="_blank" rel="noopener noreferrer">
        报告错误
      </a>
    </span>
  );
}
