/** The id of every page's title: browsers draw nothing before it is there (src/config/pageTemplate.ts). */
export const pageTitleId = 'title';
