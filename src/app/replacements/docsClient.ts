/**
 * Stands for `@docusaurus/plugin-content-docs/client` in every bundle (see `src/build/plugins/errorMessages.ts`):
 * the same functions, whose errors carry the Chinese sentence as well.
 */
import * as docs from '@docusaurus/plugin-content-docs/lib/client/index.js';
import { withBilingualErrors } from '../errorMessages';

export * from '@docusaurus/plugin-content-docs/lib/client/index.js';

export const useLayoutDoc = withBilingualErrors(docs.useLayoutDoc);
export const useLayoutDocsSidebar = withBilingualErrors(docs.useLayoutDocsSidebar);
