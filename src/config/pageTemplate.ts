/**
 * The HTML document around every built page (Docusaurus's `ssrTemplate`). It differs from Docusaurus's own in
 * one thing: the scripts are started by the first paint instead of standing in the head, so that on a slow
 * connection text and styles do not share the line with code nobody can use yet.
 */

/**
 * Starts the scripts, in order, once the browser has painted: the second animation frame begins when the first
 * one is on its way to the screen. A page in a background tab has no frames and starts at once.
 *
 * Docusaurus's inline script puts up the base URL banner when `window.docusaurus` is not defined by the end of
 * the document. Now that would always be so: `null` says "not yet", and the banner comes when a script fails.
 */
const starter = `window.docusaurus = null;
(function (sources) {
  var told = typeof insertBanner !== 'function';
  function tell() {
    if (window.docusaurus || told) return;
    told = true;
    insertBanner();
  }
  function start() {
    sources.forEach(function (source, index) {
      var script = document.createElement('script');
      script.src = source;
      script.async = false;
      script.onerror = tell;
      if (index === sources.length - 1) script.onload = tell;
      document.head.appendChild(script);
    });
  }
  if (document.hidden) start();
  else requestAnimationFrame(function () { requestAnimationFrame(function () { setTimeout(start); }); });
})`;

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
    <script>${starter}(<%~ JSON.stringify(it.scripts.map((script) => it.baseUrl + script)) %>)</script>
    <% it.stylesheets.forEach((stylesheet) => { %>
      <link rel="stylesheet" href="<%= it.baseUrl %><%= stylesheet %>" />
    <% }); %>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
