/**
 * An entry of the browser's scripts: what frames every page of the book. Left to their routes, these would be a
 * dozen small files that the first script has to ask for when it has arrived.
 */
import '@theme/Layout';
import '@theme/DocsRoot';
import '@theme/DocVersionRoot';
import '@theme/DocRoot';
import '@theme/DocItem';
