/** The id of every page's title: browsers draw nothing before it is there (src/app/document.ts). */
export const pageTitleId = 'title';
