/** The switch that keeps the book in the browser: saves it, tells how it stands, deletes it, changes editions. */
import type { Page } from '../lib/browser';
import { megabytes, takeOver, workerFile, type WorkerMessage } from './messages';

/** What the switch can be. */
type State = 'off' | 'saving' | 'saved' | 'newer';

const labels: Readonly<Record<State, string>> = {
  off: '离线阅读：把全书存进浏览器',
  saving: '停止保存',
  saved: '删除离线的书',
  newer: '换上新的一版',
};

let state: State = 'off';
let told = '';
let listening = false;

/** Address of the site's root, from where the button says it is. */
function rootOf({ document, location }: Page): URL {
  const root = document.querySelector('[data-offline]')?.getAttribute('data-offline') ?? '/';
  return new URL(root, location.href);
}

/** Writes state and message on every switch of the page. */
function write({ document }: Page): void {
  for (const place of document.querySelectorAll('[data-offline]')) {
    const [button, status] = [place.querySelector('button'), place.querySelector('[role=status]')];
    if (button) button.textContent = labels[state];
    if (status) status.textContent = told;
  }
}

function become(page: Page, next: State, message: string): void {
  state = next;
  told = message;
  write(page);
}

/** What to do about an error, by its name. */
function adviceFor(name: string): string {
  if (name === 'QuotaExceededError') return '没有存下：浏览器的空间不够，一个文件也没有留下。';
  if (name === 'SecurityError' || name === 'NotSupportedError' || name === 'InvalidStateError')
    return '没有存下：浏览器不允许这个网站保存内容，换一个窗口（不用无痕模式）再试。';
  return '没有存下：有文件没有取到，或与这一版不符。检查网络，刷新页面再试。';
}

function registrationOf(page: Page): Promise<ServiceWorkerRegistration | undefined> {
  return page.navigator.serviceWorker.getRegistration(rootOf(page).href);
}

async function deleteAll(page: Page): Promise<void> {
  const registration = await registrationOf(page);
  await registration?.unregister();
  for (const name of await page.caches.keys()) {
    // Workbox puts the scope there.
    if (name.endsWith(rootOf(page).href)) await page.caches.delete(name);
  }
}

/** How much the browser keeps for this site. */
async function keptSize(page: Page): Promise<string> {
  const { usage = 0 } = (await page.navigator.storage?.estimate?.()) ?? {};
  return usage > 0 ? `，占 ${megabytes(usage)}` : '';
}

async function tellSaved(page: Page): Promise<void> {
  become(page, 'saved', `全书已在这个浏览器里，断网也能读${await keptSize(page)}。`);
}

/** Listens to the worker, once. */
function listen(page: Page): void {
  if (listening) return;
  listening = true;
  const { serviceWorker } = page.navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if (state !== 'saving') return;
    if (data.kind === 'failure') {
      void deleteAll(page).finally(() => become(page, 'off', adviceFor(data.name)));
      return;
    }
    const { files, allFiles, allBytes } = data;
    become(page, 'saving', `正在保存 ${files} / ${allFiles} 个文件，共 ${megabytes(allBytes)}。`);
  });
  serviceWorker.startMessages();
}

/** Follows a worker that saves for the first time until it answers for the pages. */
function follow(page: Page, worker: ServiceWorker): void {
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated' && state === 'saving') void tellSaved(page);
  });
}

async function save(page: Page): Promise<void> {
  become(page, 'saving', '正在保存……');
  listen(page);
  const root = rootOf(page);
  const registration = await page.navigator.serviceWorker.register(new URL(workerFile, root), {
    scope: root.href,
    updateViaCache: 'none',
  });
  if (registration.active && !registration.installing) await tellSaved(page);
  else if (registration.installing) follow(page, registration.installing);
}

/**
 * A new edition that has been saved takes the place of the old one, on all pages at once. Chromium waits until the old
 * worker is idle: on a busy machine that was up to 34 s, so the reader is told at once.
 */
async function change(page: Page): Promise<void> {
  become(page, 'newer', '正在换上新的一版，浏览器有时要半分钟；换好之后，页面会自己刷新。');
  (await registrationOf(page))?.waiting?.postMessage(takeOver);
}

/** Does what the button says. */
export async function press(page: Page): Promise<void> {
  if (!page.navigator.serviceWorker || !page.caches) {
    become(page, 'off', adviceFor('NotSupportedError'));
    return;
  }
  try {
    if (state === 'newer') await change(page);
    else if (state === 'off') await save(page);
    else {
      await deleteAll(page);
      become(page, 'off', '已删除，浏览器里没有留下这本书。');
    }
  } catch (error) {
    become(page, 'off', adviceFor(error instanceof Error ? error.name : ''));
  }
}

/** Says how it stands to a reader whose pages come from the saved book; a new edition announces itself. */
export async function show(page: Page): Promise<void> {
  if (state !== 'off') {
    write(page);
    return;
  }
  const registration = await registrationOf(page);
  if (!registration) return;
  const reload = (): void => page.location.reload();
  const announce = (): void => {
    if (!registration.waiting || !registration.active) return;
    become(page, 'newer', '书有了新的一版，已经存好；换上之后，打开的页面会刷新。');
    // Whichever of the open pages asks for it: the old edition's files are gone then.
    page.navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  };
  await tellSaved(page);
  announce();
  registration.addEventListener('updatefound', () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed') announce();
    });
  });
}
