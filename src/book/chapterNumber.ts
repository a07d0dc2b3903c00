/** `chapter08-restful-api` → `8`. Apart from the list of chapters, so that pages need not load the list. */
export function chapterNumber(id: string): number {
  return Number(id.slice('chapter'.length, 'chapter00'.length));
}
