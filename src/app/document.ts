/**
 * The HTML document around every built page (Docusaurus's `ssrTemplate`). It differs from Docusaurus's own in
 * three things: the scripts are started by the first paint instead of standing in the head, so that on a slow
 * connection text and styles do not share the line with code nobody can use yet; no press on a button is lost
 * meanwhile; and nothing is drawn before the page's title is there, in its colours.
 */
import { pageTitleId } from './pageTitle';

/**
 * Starts the scripts, in order, once the whole document is on the screen: after a frame that has all of it, and
 * after the browser has told that the first one was shown, which is later than its end. Scripts from the cache
 * would take over half a page; and scripts asked for while a long page is laid out would share the line and the
 * processor with it. A page in a background tab has no frames and starts at its end; a browser that tells nothing is
 * waited for one second.
 *
 * Docusaurus's inline script puts up the base URL banner when `window.docusaurus` is not defined by the end of
 * the document. Now that would always be so: `null` says "not yet", and the banner comes when a script fails.
 */
const starter = `window.docusaurus = null;
((sources) => {
  const tell = () => {
    if (window.docusaurus) return;
    window.insertBanner?.();
    window.insertBanner = null;
  };
  const start = () => {
    let script;
    for (const src of sources.splice(0)) {
      script = document.createElement('script');
      document.head.append(Object.assign(script, { src, async: false, onerror: tell }));
    }
    if (script) script.onload = tell;
  };
  const shown = () => {
    setTimeout(start, 1000);
    try {
      new PerformanceObserver((list) => {
        if (list.getEntriesByName('first-contentful-paint')[0]) start();
      }).observe({ type: 'paint', buffered: true });
    } catch {}
  };
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden) start();
    else requestAnimationFrame(() => setTimeout(shown));
  });
})`;

/**
 * Notes what the reader presses before the scripts are there: src/app/earlyPress.ts presses it again. A
 * button that is still disabled, as some are until React has taken the page over, gets no click, but a pointer all the
 * same.
 * One that opens a popover is answered by the browser.
 */
const presses = `(() => {
  const note = ({ target, timeStamp: at }) => {
    const button = target.closest?.('button,[role=tab]');
    if (!button || button.popoverTargetElement) return;
    window.pressedEarly = !window.docusaurusRoot || button.disabled ? { button, at } : null;
  };
  addEventListener('pointerup', note, true);
  addEventListener('click', note, true);
})()`;

/**
 * The theme's inline scripts, which choose the colours. Docusaurus has them in the body: there they wait for the style
 * sheet, and the browser, which waits for the same, draws an empty page in the wrong colours before it goes on.
 */
const colourScripts = /<script>[^]*?<\/script>/g;

/** The template; its data are what Docusaurus hands to its own. */
export const pageTemplate = `
<!DOCTYPE html>
<html <%~ it.htmlAttributes %>>
  <head>
    <meta charset="UTF-8">
    <meta name="generator" content="Docusaurus v<%= it.version %>">
    <% it.metaAttributes.forEach((metaAttribute) => { %>
      <%~ metaAttribute %>
    <% }); %>
    <%~ it.headTags %>
    <%~ (it.preBodyTags.match(${colourScripts}) ?? []).join('') %>
    <script>${presses}</script>
    <% if (it.appHtml.includes('id="${pageTitleId}"')) { %>
      <link rel="expect" href="#${pageTitleId}" blocking="render">
    <% } %>
    <% it.stylesheets.forEach((stylesheet) => { %>
      <link rel="stylesheet" href="<%= it.baseUrl %><%= stylesheet %>" />
    <% }); %>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags.replace(${colourScripts}, '') %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
    <script>${starter}(<%~ JSON.stringify(it.scripts.map((script) => it.baseUrl + script)) %>)</script>
  </body>
</html>
`;
