/**
 * Client module: fetches what saves the book when a reader asks for it, and tells those who have saved it how it
 * stands. Everybody else pays one look at a property.
 */
import { inBrowser, whenClicked, type Page } from '../lib/browser';

/** What is told while the switch's code is on its way, and when it cannot be had: a press is never without an answer. */
const onItsWay = '请稍候……';
const notToBeHad = '没有取到离线阅读的程序。检查网络，再按一次。';

function tell(button: Element, message: string): void {
  const status = button.parentElement?.querySelector('[role=status]');
  if (status) status.textContent = message;
}

inBrowser((page) => {
  whenClicked(page, '[data-offline] button', (button) => {
    tell(button, onItsWay);
    import('./switch').then(
      (it) => void it.press(page),
      () => tell(button, notToBeHad),
    );
  });
});

function show(page: Page): void {
  // Browsers leave it out on insecure pages.
  if (page.navigator.serviceWorker?.controller) {
    import('./switch').then(
      (it) => void it.show(page),
      () => {},
    );
  }
}

/** Docusaurus calls this when a page is shown, the first one included. */
export const onRouteDidUpdate = (): void => inBrowser(show);
