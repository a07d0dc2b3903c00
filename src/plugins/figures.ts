/** The book's figures as global data: counted when the site is built, so that no page has to state one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { totalFigures, type Figures, type PageFigures } from '../../scripts/examples/figures';

/** What the plugin gives to components. */
export interface FiguresData extends Figures {
  /** Pages that were counted. */
  readonly pages: number;
}

/** Counts in a process of its own: the MDX parser is an ES module, which Docusaurus's loader cannot load. */
async function countPages(siteDir: string): Promise<PageFigures[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [require.resolve('tsx/cli'), 'scripts/examples/runFigures.ts', '--json'],
    { cwd: siteDir },
  );
  return JSON.parse(stdout) as PageFigures[];
}

export default function figuresPlugin({ siteDir }: LoadContext): Plugin<FiguresData> {
  // Begun before its turn: the other plugins need the processor that this one does not.
  const counted = countPages(siteDir);
  // Told when it is waited for, not before.
  counted.catch(() => undefined);
  return {
    name: 'figures',
    async loadContent() {
      const pages = await counted;
      return { ...totalFigures(pages), pages: pages.length };
    },
    contentLoaded({ content, actions }) {
      actions.setGlobalData(content);
    },
  };
}
