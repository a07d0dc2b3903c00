import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';
import { chapterNumber } from './src/book/chapters';
import { writtenAppendixPages, writtenParts } from './src/book/pages';

/**
 * The tutorial sidebar: the intro, the outline's parts with the chapters that are written, and the way to the appendix,
 * which has a sidebar of its own.
 */
const sidebars: SidebarsConfig = {
  tutorialSidebar: [
    { type: 'doc', id: 'intro', label: '关于本书' },
    ...writtenParts().map((part) => ({
      type: 'category' as const,
      label: part.label,
      items: part.chapters.map(({ id, title }) => ({
        type: 'doc' as const,
        id: `chapters/${id}`,
        label: `${String(chapterNumber(id)).padStart(2, '0')} ${title}`,
      })),
    })),
    {
      type: 'category',
      label: '附录',
      items: writtenAppendixPages().map(({ id, title }) => ({
        type: 'link' as const,
        label: title,
        href: `/appendix/${id}`,
      })),
    },
    { type: 'doc', id: 'changes', label: '更新记录' },
  ],
};

export default sidebars;
