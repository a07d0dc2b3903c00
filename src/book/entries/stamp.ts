/** Remark plugin: gives each `<Stamp>` what its module's proof says, so that no proof travels to browsers. */
import type { Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { provenModules, readProof, summaryOf } from '../../data/proofs';
import { repositoryPath } from '../../code/include/include';
import { addAttribute, attribute, EntriesError } from './provenEntries';

/** Settings of the plugin. */
export interface StampOptions {
  /** The repository's root on disk. */
  readonly root: string;
}

function* stamps(node: Nodes): Generator<MdxJsxFlowElement> {
  if (node.type === 'mdxJsxFlowElement' && node.name === 'Stamp') yield node;
  if ('children' in node) for (const child of node.children) yield* stamps(child);
}

/**
 * The plugin.
 *
 * @throws EntriesError naming page and line of a stamp whose module has no proof: such a page must not be built
 */
export default function stamp({ root }: StampOptions) {
  return (tree: Root, file: { readonly path: string }): void => {
    for (const element of stamps(tree)) {
      const chapter = attribute(element, 'chapter') ?? '';
      const proof = readProof(root, chapter);
      if (!proof) {
        const known = provenModules(root).join('、') || '无';
        throw new EntriesError([
          `${repositoryPath(root, file.path)}:${element.position?.start.line ?? 0} <Stamp chapter="${chapter}" />：这个模块没有证明，已有：${known}。请先运行 npm run examples -- ${chapter}`,
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
