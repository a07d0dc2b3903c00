import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';
import { writtenAppendixPages } from './src/book/pages';

/** The appendix sidebar: one category whose generated index stands at the specified address. */
const sidebars: SidebarsConfig = {
  appendixSidebar: [
    {
      type: 'category',
      label: '附录',
      collapsed: false,
      link: {
        type: 'generated-index',
        title: '附录',
        description: '报错索引、最佳实践、部署指南与参考资料。',
        slug: '/appendix/category/附录',
      },
      items: writtenAppendixPages().map(({ id, title }) => ({
        type: 'doc' as const,
        id,
        label: title,
      })),
    },
  ],
};

export default sidebars;
