/** Remark plugin: gives each `<Stamp>` what its module's proof says, so that no proof travels to browsers. */
import type { Root } from 'mdast';
import { provenModules, readProof, summaryOf } from '../../data/proofs';
import { repositoryPath } from '../../code/include/include';
import { addAttribute, attributeOf, elementsNamed, lineOf } from '../../lib/markdown';
import { PageProblems } from '../../lib/pageProblems';
import type { EntriesOptions } from './provenEntries';

/**
 * The plugin.
 *
 * @throws PageProblems naming page and line of a stamp whose module has no proof: such a page must not be built
 */
export default function stamp({ root }: EntriesOptions) {
  return (tree: Root, file: { readonly path: string }): void => {
    for (const element of elementsNamed(tree, 'Stamp')) {
      const chapter = attributeOf(element, 'chapter') ?? '';
      const proof = readProof(root, chapter);
      if (!proof) {
        const known = provenModules(root).join('、') || '无';
        throw new PageProblems([
          `${repositoryPath(root, file.path)}:${lineOf(element)} <Stamp chapter="${chapter}" />：这个模块没有证明，已有：${known}。请先运行 npm run examples -- ${chapter}`,
        ]);
      }
      const { springBoot, jdk, tests, date } = summaryOf(proof);
      addAttribute(element, 'springBoot', springBoot);
      addAttribute(element, 'jdk', jdk);
      addAttribute(element, 'tests', String(tests));
      addAttribute(element, 'date', date);
    }
  };
}
