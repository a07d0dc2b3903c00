import type { ReactNode } from 'react';
import { usePluginData } from '@docusaurus/useGlobalData';
import { DataTable } from '@site/src/components/TableScroll';
import type { FiguresData } from '@site/src/build/plugins/figures';

/** Lines from files among all printed lines, in percent with one decimal; never rounded up to 100. */
function shareFromFiles({ lines, linesFromFiles }: FiguresData): string {
  return `${(Math.floor((1000 * linesFromFiles) / lines) / 10).toFixed(1)} %`;
}

/** What the book can say of itself in numbers, counted by this build. */
export default function BookFigures(): ReactNode {
  const figures = usePluginData('figures') as FiguresData;
  const rows = [
    ['写成的页', figures.pages],
    ['示例的测试，全部通过', figures.tests],
    ['页面上的代码与输出，行', figures.lines],
    ['其中来自文件', shareFromFiles(figures)],
    ['录制的输出', figures.outputs],
    ['复现过的报错', figures.errors],
    ['由测试判分的练习', figures.exercises],
  ];
  return <DataTable head={['数什么', '多少']} rows={rows} />;
}
