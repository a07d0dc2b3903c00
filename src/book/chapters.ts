/** Where this book keeps its one list of chapters: sidebars, footer, tests and figures all read it. */

import { chapterNumber } from './chapterNumber';

/** A chapter's identity; `id` names the page, the example module and the tests. */
export interface Chapter {
  /** File name without extension, and last segment of the route. */
  readonly id: string;
  /** Title without the number, as the sidebar shows it. */
  readonly title: string;
}

/** One of the outline's seven parts, a category of the tutorial sidebar. */
export interface Part {
  readonly label: string;
  /** ASCII slug, used for category ids. */
  readonly slug: string;
  readonly chapters: readonly Chapter[];
}

/** The book in reading order: seven parts, 33 chapters. A chapter without a page yet stays listed here. */
export const parts: readonly Part[] = [
  {
    label: '第一部分 入门',
    slug: 'getting-started',
    chapters: [
      { id: 'chapter00-preface', title: '前言' },
      { id: 'chapter01-introduction', title: '认识 Spring Boot' },
      { id: 'chapter02-environment', title: '搭建环境' },
      { id: 'chapter03-first-app', title: '第一个应用' },
      { id: 'chapter04-project-structure', title: '项目结构' },
      { id: 'chapter05-configuration', title: '配置' },
      { id: 'chapter06-auto-configuration', title: '自动配置' },
    ],
  },
  {
    label: '第二部分 Web',
    slug: 'web',
    chapters: [
      { id: 'chapter07-web-basics', title: 'Web 基础' },
      { id: 'chapter08-restful-api', title: 'RESTful API' },
      { id: 'chapter09-validation', title: '参数校验' },
      { id: 'chapter10-exception-handling', title: '异常处理' },
    ],
  },
  {
    label: '第三部分 数据与安全',
    slug: 'data-and-security',
    chapters: [
      { id: 'chapter11-data-access', title: '数据访问' },
      { id: 'chapter12-security', title: '安全' },
      { id: 'chapter13-caching', title: '缓存' },
      { id: 'chapter14-message-queue', title: '消息队列 I：RabbitMQ' },
    ],
  },
  {
    label: '第四部分 上云',
    slug: 'cloud',
    chapters: [
      { id: 'chapter15-microservices', title: '微服务 I：拆分' },
      { id: 'chapter16-docker', title: '容器 I' },
      { id: 'chapter17-kubernetes', title: 'Kubernetes' },
      { id: 'chapter18-cicd', title: '持续交付' },
      { id: 'chapter19-performance', title: '性能 I：先测后改' },
    ],
  },
  {
    label: '第五部分 进阶',
    slug: 'advanced',
    chapters: [
      { id: 'chapter20-async', title: '异步' },
      { id: 'chapter21-scheduling', title: '定时任务' },
      { id: 'chapter22-message-queue', title: '消息队列 II：Kafka 与可靠消息' },
      { id: 'chapter23-microservices', title: '微服务 II：治理' },
      { id: 'chapter24-docker', title: '容器 II：生产级镜像' },
      { id: 'chapter25-performance', title: '性能 II：诊断' },
    ],
  },
  {
    label: '第六部分 质量',
    slug: 'quality',
    chapters: [
      { id: 'chapter26-testing', title: '测试' },
      { id: 'chapter27-code-quality', title: '代码质量' },
      { id: 'chapter28-observability', title: '可观测性' },
    ],
  },
  {
    label: '第七部分 实战',
    slug: 'practice',
    chapters: [
      { id: 'chapter29-blog-practical', title: '实战：博客' },
      { id: 'chapter30-ecommerce-practical', title: '实战：电商' },
      { id: 'chapter31-ai-practical', title: '实战：AI 应用' },
      { id: 'chapter32-next-steps', title: '下一步' },
    ],
  },
];

/** All chapters in reading order. */
export const chapters: readonly Chapter[] = parts.flatMap((part) => part.chapters);

/** Appendix pages in sidebar order; the first is the appendix's landing page. */
export const appendixPages: readonly Chapter[] = [
  { id: 'faq', title: '报错索引' },
  { id: 'best-practices', title: '最佳实践' },
  { id: 'deployment-guide', title: '部署指南' },
  { id: 'references', title: '参考资料' },
];

/** “第 6 章 自动配置”. */
export const numberedTitle = ({ id, title }: Chapter): string =>
  `第 ${chapterNumber(id)} 章 ${title}`;

/** A page of the book. */
export interface BookPage extends Chapter {
  /** Below the base URL, without a slash at its beginning. */
  readonly path: string;
  /** The part of the book that it stands in. */
  readonly part: string;
}

/** All chapters and appendix pages in reading order. */
export const bookPages: readonly BookPage[] = [
  ...parts.flatMap(({ label, chapters: own }) =>
    own.map((chapter) => ({
      id: chapter.id,
      title: numberedTitle(chapter),
      path: `chapters/${chapter.id}`,
      part: label,
    })),
  ),
  ...appendixPages.map((page) => ({ ...page, path: `appendix/${page.id}`, part: '附录' })),
];

export { chapterNumber };
