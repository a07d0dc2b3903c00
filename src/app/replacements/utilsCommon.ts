/**
 * Stands for `@docusaurus/utils-common` in the browser's scripts: the functions they use, without the helpers of
 * TypeScript that the package's own index brings along (4 KB). The build warns when one more is asked for.
 */
export { default as applyTrailingSlash } from '@docusaurus/utils-common/lib/applyTrailingSlash';
export { getErrorCausalChain } from '@docusaurus/utils-common/lib/errorUtils';
