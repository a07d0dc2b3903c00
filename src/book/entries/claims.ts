/** Remark plugin: resolves every `<Proof>` behind a claim, and stops the build at one that proves nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Root } from 'mdast';
import { repositoryPath } from '../../code/include/include';
import { hasPassed, readProof } from '../../data/proofs';
import { printedSpringBoot, verifiedSources } from '../../data/verifiedSources';
import { addAttribute, attributeOf, elementsNamed, lineOf, type Element } from '../../lib/markdown';
import { PageProblems } from '../../lib/pageProblems';
import { findTestMethod, type EntriesOptions } from './provenEntries';

/** The page whose entries are the specifications that a claim may name. */
export const referencesPage = 'appendix/references.mdx';

/** The kinds of proof, named by attributes. */
const kinds = ['test', 'source', 'spec'] as const;

/** Where a page stands. */
interface Place {
  readonly root: string;
  /** The page, from the repository's root. */
  readonly page: string;
}

/** What the component shows; or what is wrong, as a text. */
type Resolved = Readonly<Record<string, string>> | string;

function resolveTest(name: string, { root, page }: Place): Resolved {
  const own = basename(page, '.mdx');
  const [, module = own, type, method] = /^(?:([\w-]+)\/)?(\w+)[.#](\w+)$/.exec(name) ?? [];
  if (type === undefined || method === undefined) {
    return `写成 test="测试类.方法"，别的模块的写 test="模块/测试类.方法"`;
  }
  const test = findTestMethod(root, { module, type, method });
  if (typeof test === 'string') return test;
  const proof = readProof(root, module);
  // A base class's tests are reported under the classes that inherit it.
  const inherited = new RegExp(`\\babstract\\s+class\\s+${type}\\b`).test(test.source);
  if (proof && !hasPassed(proof, type, method) && !inherited) {
    return `测试 ${type}.${method} 不在 ${module} 上一次的证明里，请运行 npm run examples -- ${module}`;
  }
  return { label: `${type}.${method}`, path: test.path, line: String(test.line) };
}

function resolveSource(name: string, { root }: Place): Resolved {
  const [, artifact, type, method] = /^([\w.-]+) ((?:\w+\.)+[\w$]+)#(\w+)$/.exec(name) ?? [];
  if (artifact === undefined || type === undefined || method === undefined) {
    return `写成 source="构件 类的全名#方法"，例如 source="spring-core org.springframework.util.Assert#notNull"`;
  }
  const { springBoot, sources } = verifiedSources(root);
  const found = sources[name];
  if (!found) return `还没有在 jar 里核对过这个类与方法，请运行 npm run sources`;
  const used = printedSpringBoot(root);
  if (springBoot !== used) {
    return `核对的是 Spring Boot ${springBoot} 的源码，书用的是 ${used}，请运行 npm run sources`;
  }
  const simple = type.slice(type.lastIndexOf('.') + 1).replaceAll('$', '.');
  const file = `${type.slice(0, type.lastIndexOf('.')).replaceAll('.', '/')}/${simple}.html`;
  return {
    label: `${simple}#${method}`,
    version: `${artifact} ${found.version}`,
    href: `https://javadoc.io/doc/${found.group}/${artifact}/${found.version}/${file}`,
  };
}

/** Address of each specification by the beginning of its entry on the references page, up to a colon. */
function specifications(root: string): ReadonlyMap<string, string> {
  const path = join(root, referencesPage);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new Map(
    [...text.matchAll(/^- \[([^\]]+)\]\((https:[^)\s]+)\)/gm)].flatMap(
      ([, title = '', url = '']) => {
        const [short = title] = title.split('：');
        return [
          [title, url],
          [short, url],
        ];
      },
    ),
  );
}

function resolveSpec(name: string, { root }: Place): Resolved {
  const [, title = '', section] = /^(.*?)(?:\s*§\s*([\w.]+))?$/.exec(name) ?? [];
  const url = specifications(root).get(title);
  if (title === '' || url === undefined) {
    return `${referencesPage} 里没有以“${title}”开头的条目，写成 spec="RFC 9457 §3.1.1"，或者先在参考资料里加上它`;
  }
  const fragment = section && /\/rfc\d+\.html$/.test(url) ? `#section-${section}` : '';
  return { label: name, href: `${url}${fragment}` };
}

const resolvers = { test: resolveTest, source: resolveSource, spec: resolveSpec };

/** Fills a proof in, or says what is wrong with it. */
function resolve(element: Element, place: Place): string | undefined {
  const given = kinds.filter((kind) => attributeOf(element, kind) !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    return '<Proof> 要有且只有 test、source、spec 中的一个';
  }
  const name = attributeOf(element, kind) ?? '';
  const resolved = resolvers[kind](name, place);
  if (typeof resolved === 'string') return `<Proof ${kind}="${name}">：${resolved}`;
  if (element.type === 'mdxJsxFlowElement') {
    return `<Proof ${kind}="${name}"> 要紧跟在它证明的那句话后面，写在同一段里`;
  }
  for (const [key, value] of Object.entries(resolved)) addAttribute(element, key, value);
  return undefined;
}

/**
 * The plugin: gives every `<Proof>` what it shows, and an id of its own on its page.
 *
 * @throws PageProblems listing every proof that names nothing, with page and line
 */
export default function claims({ root }: EntriesOptions) {
  return (tree: Root, file: { readonly path: string }): void => {
    const page = repositoryPath(root, file.path);
    const problems = elementsNamed(tree, 'Proof').flatMap((element, index) => {
      addAttribute(element, 'id', `proof-${index + 1}`);
      const problem = resolve(element, { root, page });
      return problem === undefined ? [] : [`${page}:${lineOf(element)} ${problem}`];
    });
    if (problems.length > 0) throw new PageProblems(problems);
  };
}
