import {
  useRef,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { ListState } from './SearchPanel';
import styles from './styles.module.css';

interface Props {
  readonly ref: Ref<HTMLInputElement>;
  /** Id of the listbox that the field works. */
  readonly listId: string;
  readonly open: boolean;
  readonly list: ListState;
  readonly onIntent: () => void;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The field with its icon and buttons. It keeps its own text, so that what is typed before scripts run stays. */
export default function SearchField(props: Props): ReactNode {
  const { ref, listId, open, list, onIntent, onOpen, onClose, onType } = props;
  const composing = useRef(false);

  function onInput(event: FormEvent<HTMLInputElement>): void {
    // A half-typed syllable of an input method is not a query.
    if (!composing.current) onType(event.currentTarget.value);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // 229: the key belongs to the input method, also where isComposing is already false (Safari).
    if (!event.nativeEvent.isComposing && event.keyCode !== 229) props.onKeyDown(event);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text)) return;
    // A one-line field drops line ends, which separate the message from its stack frames.
    event.preventDefault();
    const field = event.currentTarget;
    const { selectionStart, selectionEnd, value } = field;
    const line = text.trim().replace(/\s*[\r\n]+\s*/g, ' ↵ ');
    field.setRangeText(line, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
    onType(field.value);
  }

  return (
    <div className={styles.field}>
      <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="m13 13 4.5 4.5" />
      </svg>
      <input
        ref={ref}
        className={styles.input}
        role="combobox"
        type="text"
        name="q"
        aria-label="搜索全书"
        aria-expanded={open && list.shown}
        aria-controls={listId}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-activedescendant={open ? list.active : undefined}
        placeholder="搜索"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onFocus={onIntent}
        onClick={onOpen}
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
        <button type="button" className={styles.close} aria-label="关闭搜索" onClick={onClose}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="m5 5 10 10M15 5 5 15" />
          </svg>
        </button>
      )}
    </div>
  );
}
