/** Stands in everything that `npm run chapter:new` makes; content checks refuse it until it is gone. */
export const newChapterMarker = 'chapter-new-unfilled';
