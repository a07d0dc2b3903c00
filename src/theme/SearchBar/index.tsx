// Fills the theme's empty search bar with the book's own search.
export { default } from '@site/src/search/ui/SearchBox';
