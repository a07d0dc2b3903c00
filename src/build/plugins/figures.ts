/** The book's figures as global data: counted when the site is built, so that no page has to state one. */
import type { LoadContext, Plugin } from '@docusaurus/types';
import {
  blockFigures,
  totalBlockFigures,
  type BlockFigures,
} from '../../../scripts/examples/figures';

/** What the plugin gives to components. */
export interface FiguresData extends BlockFigures {
  /** Pages that were counted. */
  readonly pages: number;
}

export default function figuresPlugin({ siteDir }: LoadContext): Plugin<FiguresData> {
  return {
    name: 'figures',
    loadContent() {
      const pages = blockFigures(siteDir);
      return { ...totalBlockFigures(pages), pages: pages.length };
    },
    contentLoaded({ content, actions }) {
      actions.setGlobalData(content);
    },
  };
}
