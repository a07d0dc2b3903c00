/** The search box of the navbar: native until the reader shows intent, then everything else is loaded. */
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import clsx from 'clsx';
import { useHistory, useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { arrivalOf } from './arrival';
import { readManifest } from './files';
import type { ListState, PanelHandle, PanelProps } from './SearchPanel';
import { useShortcuts } from './useShortcuts';
import styles from './styles.module.css';

const ArrivalBar = lazy(() => import('./ArrivalBar'));

/** The panel's code: not asked for, under way, there, or failed. */
type Loaded =
  | { readonly state: 'idle' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly Panel: ComponentType<PanelProps> };

const noList: ListState = { shown: false, active: undefined };

/**
 * What follows the address: a list left open is closed on another page, and a page opened from the list says where the
 * words are. Apart from the box, which a change of page need not draw anew.
 */
function Arrival({ onPage }: { readonly onPage: () => void }): ReactNode {
  const { pathname, state, key } = useLocation();
  const history = useHistory();
  const arrival = arrivalOf(state);
  useEffect(onPage, [onPage, pathname]);
  if (!arrival) return null;
  return (
    <Suspense fallback={null}>
      <ArrivalBar
        key={key}
        arrival={arrival}
        onClear={() => history.replace({ ...history.location, state: undefined })}
      />
    </Suspense>
  );
}

interface OpenedProps extends PanelProps {
  readonly loaded: Loaded;
  readonly onRetry: () => void;
}

/** What stands below the box: the panel, or what has become of its code. */
function Opened({ loaded, onRetry, ...panel }: OpenedProps): ReactNode {
  if (loaded.state === 'ready') return <loaded.Panel {...panel} />;
  if (loaded.state !== 'failed') {
    return (
      <p role="status" className={styles.notice}>
        正在载入搜索…
      </p>
    );
  }
  return (
    <div role="alert" className={styles.notice}>
      <p>搜索没有载入成功，可能是网络断开了。</p>
      <button type="button" onClick={onRetry}>
        重试
      </button>
    </div>
  );
}

export default function SearchBox(): ReactNode {
  const id = useId();
  const baseUrl = useBaseUrl('/');
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<PanelHandle>(null);
  const composing = useRef(false);
  const [hydrated, setHydrated] = useState(false);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [list, setList] = useState<ListState>(noList);
  const [loaded, setLoaded] = useState<Loaded>({ state: 'idle' });

  /** Starts loading; the index's entry travels beside the code, not after it. */
  const load = useCallback(async () => {
    setLoaded((now) => (now.state === 'ready' ? now : { state: 'loading' }));
    // What fails is said when the panel opens the index.
    readManifest(baseUrl).catch(() => undefined);
    try {
      const { default: Panel } = await import('./SearchPanel');
      setLoaded({ state: 'ready', Panel });
    } catch {
      setLoaded({ state: 'failed' });
    }
  }, [baseUrl]);

  const intend = useCallback(() => {
    if (loaded.state === 'idle') void load();
  }, [load, loaded.state]);

  const show = useCallback(() => {
    intend();
    setOpen(true);
  }, [intend]);

  const focus = useCallback(() => {
    input.current?.focus();
    input.current?.select();
    show();
  }, [show]);

  const close = useCallback(() => {
    setOpen(false);
    setList(noList);
  }, []);

  useShortcuts(focus);

  // What was typed before the scripts arrived, or came with the address after a reload, is not lost.
  useEffect(() => {
    setHydrated(true);
    const element = input.current;
    const asked = new URLSearchParams(window.location.search).get('q');
    if (element && asked && !element.value) element.value = asked;
    if (element?.value) setQuery(element.value);
    if (asked || document.activeElement === element) focus();
    // Runs once: later renders must not take the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function onInput(event: FormEvent<HTMLInputElement>): void {
    // A half-typed syllable of an input method is not a query.
    if (composing.current) return;
    setQuery(event.currentTarget.value);
    show();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // 229: the key belongs to the input method, also where isComposing is already false (Safari).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
      return;
    }
    if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) show();
    panel.current?.onKeyDown(event);
  }

  function onPaste(event: React.ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text)) return;
    // A one-line field drops line ends, which separate the message from its stack frames.
    event.preventDefault();
    const element = event.currentTarget;
    const { selectionStart, selectionEnd, value } = element;
    const line = text.trim().replace(/\s*[\r\n]+\s*/g, ' ↵ ');
    element.setRangeText(line, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
    setQuery(element.value);
    show();
  }

  function onBlur(event: FocusEvent<HTMLFormElement>): void {
    // A null target is a click on nothing focusable, or another window: the outside click decides.
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  }

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const onPointerDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && !form.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open, close]);

  const ask = useCallback((text: string) => {
    if (input.current) input.current.value = text;
    setQuery(text);
    input.current?.focus();
  }, []);

  return (
    <>
      <form
        ref={form}
        role="search"
        className={clsx(styles.form, open && styles.open)}
        data-ready={hydrated || undefined}
        onPointerEnter={intend}
        onBlur={onBlur}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className={styles.field}>
          <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="8.5" cy="8.5" r="5.5" />
            <path d="m13 13 4.5 4.5" />
          </svg>
          <input
            ref={input}
            className={styles.input}
            role="combobox"
            type="text"
            name="q"
            aria-label="搜索全书"
            aria-expanded={open && list.shown}
            aria-controls={`${id}results`}
            aria-haspopup="listbox"
            aria-autocomplete="list"
            aria-activedescendant={open ? list.active : undefined}
            placeholder="搜索"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            onFocus={intend}
            onClick={show}
            onInput={onInput}
            onPaste={onPaste}
            onKeyDown={onKeyDown}
            onCompositionStart={() => {
              composing.current = true;
            }}
            onCompositionEnd={(event) => {
              composing.current = false;
              onInput(event);
            }}
          />
          <kbd className={styles.keys} aria-hidden="true">
            Ctrl K
          </kbd>
          {open && (
            <button
              type="button"
              className={styles.close}
              aria-label="关闭搜索"
              onClick={() => {
                input.current?.blur();
                close();
              }}
            >
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d="m5 5 10 10M15 5 5 15" />
              </svg>
            </button>
          )}
        </div>
        <div className={clsx(styles.panel, styles.notice, styles.offline)}>
          <p>搜索脚本没有载入：请检查网络，或启用 JavaScript。</p>
          <button type="submit">重试</button>
        </div>
        {open && (
          <div className={styles.panel}>
            <Opened
              loaded={loaded}
              onRetry={() => void load()}
              ref={panel}
              listId={`${id}results`}
              query={query}
              baseUrl={baseUrl}
              onList={setList}
              onAsk={ask}
              onOpened={() => {
                input.current?.blur();
                close();
              }}
            />
          </div>
        )}
      </form>
      <Arrival onPage={close} />
    </>
  );
}
