/** The search box of the navbar: native until the reader shows intent, then everything else is loaded. */
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import clsx from 'clsx';
import { useHistory, useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { arrivalOf } from './arrival';
import SearchField from './SearchField';
import type { ListState, PanelHandle } from './SearchPanel';
import styles from './styles.module.css';
import { usePanelCode } from './usePanelCode';
import { useShortcuts } from './useShortcuts';
import Waiting from './Waiting';

const ArrivalBar = lazy(() => import('./ArrivalBar'));

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

/** Calls back when the reader presses a pointer outside of an element, as long as it is asked for. */
function useOutsidePress(
  asked: boolean,
  element: { readonly current: Element | null },
  come: () => void,
): void {
  useEffect(() => {
    if (!asked) return;
    const look = ({ target }: Event): void => {
      if (target instanceof Node && !element.current?.contains(target)) come();
    };
    document.addEventListener('pointerdown', look);
    return () => document.removeEventListener('pointerdown', look);
  }, [asked, element, come]);
}

export default function SearchBox(): ReactNode {
  const listId = `${useId()}results`;
  const baseUrl = useBaseUrl('/');
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<PanelHandle>(null);
  const [hydrated, setHydrated] = useState(false);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [list, setList] = useState(noList);
  const { Panel, failed, want, load } = usePanelCode(baseUrl);

  const show = useCallback(() => {
    want();
    setOpen(true);
  }, [want]);

  const focus = useCallback(() => {
    input.current?.focus();
    input.current?.select();
    show();
  }, [show]);

  const close = useCallback(() => {
    setOpen(false);
    setList(noList);
  }, []);

  const leave = useCallback(() => {
    input.current?.blur();
    close();
  }, [close]);

  const ask = useCallback((text: string) => {
    if (input.current) input.current.value = text;
    setQuery(text);
    input.current?.focus();
  }, []);

  useShortcuts(focus);
  useOutsidePress(open, form, close);

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

  function onType(text: string): void {
    setQuery(text);
    show();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
      return;
    }
    if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) show();
    panel.current?.onKeyDown(event);
  }

  function onBlur(event: FocusEvent<HTMLFormElement>): void {
    // A null target is a click on nothing focusable, or another window: the outside press decides.
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  }

  return (
    <>
      <form
        ref={form}
        role="search"
        className={clsx(styles.form, open && styles.open)}
        data-ready={hydrated || undefined}
        onPointerEnter={want}
        onBlur={onBlur}
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          ref={input}
          listId={listId}
          open={open}
          list={list}
          onIntent={want}
          onOpen={show}
          onClose={leave}
          onType={onType}
          onKeyDown={onKeyDown}
        />
        <div className={clsx(styles.panel, styles.notice, styles.offline)}>
          <p>搜索脚本没有载入：请检查网络，或启用 JavaScript。</p>
          <button type="submit">重试</button>
        </div>
        {open && (
          <div className={styles.panel}>
            {Panel ? (
              <Panel
                ref={panel}
                listId={listId}
                query={query}
                baseUrl={baseUrl}
                onList={setList}
                onAsk={ask}
                onOpened={leave}
              />
            ) : (
              <Waiting failure={failed && '搜索没有载入成功，可能是网络断开了。'} onRetry={load} />
            )}
          </div>
        )}
      </form>
      <Arrival onPage={close} />
    </>
  );
}
