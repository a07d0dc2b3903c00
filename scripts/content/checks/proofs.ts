/** Checks that the tests which pages name ran: a test that nobody runs proves nothing. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hasPassed, readProof, type Proof } from '../../../src/data/proofs';
import { listFiles } from '../../examples/modules';
import { attributeOf, lineOf, type Element } from '../../../src/lib/markdown';
import type { Page } from '../pages';
import type { Problem } from '../problem';

/** A test that a page names as its proof. */
export interface NamedTest {
  /** Its module below `examples/`. */
  readonly module: string;
  /** Its class without package; of a nested class `Inner` or `Outer.Inner`. */
  readonly type: string;
  readonly method: string;
  /** Line of the page, from 1. */
  readonly line: number;
}

/** Attributes that name tests, by the element that carries them. */
const carriers: Readonly<Record<string, readonly string[]>> = {
  Reproduced: ['test'],
  Practice: ['bad', 'good'],
  Proof: ['test'],
};

/** `module/Class#method`, or `Class.method` for a test of the page's own module; undefined if it is neither. */
function readName(text: string, ownModule: string): Omit<NamedTest, 'line'> | undefined {
  const [, module = ownModule, type, method] =
    /^(?:([\w-]+)\/)?([\w.$]+)[#.](\w+)$/.exec(text) ?? [];
  return type === undefined || method === undefined ? undefined : { module, type, method };
}

/**
 * The tests that a page names. A name of another form is left out: whoever fills the element in refuses it.
 *
 * @param path of the page, from the repository's root
 */
export function namedTests({ path, elements }: Pick<Page, 'path' | 'elements'>): NamedTest[] {
  const ownModule = basename(path, '.mdx');
  const testsOf = (element: Element): NamedTest[] =>
    (carriers[element.name ?? ''] ?? []).flatMap((attribute) => {
      const name = readName(attributeOf(element, attribute) ?? '', ownModule);
      return name ? [{ ...name, line: lineOf(element) }] : [];
    });
  return elements.flatMap(testsOf);
}

/** Names of the test classes of a module that extend a class, however indirectly. */
function subclassesOf(type: string, module: string, root: string): string[] {
  const folder = join(root, 'examples', module, 'src/test/java');
  const sources = listFiles(folder)
    .filter((file) => file.endsWith('.java'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const declared = /\bclass\s+(\w+)[^{;]*?\bextends\s+([\w.]+)/g;
  const parents = sources.flatMap((source) => [...source.matchAll(declared)]);
  const below = (name: string): string[] =>
    parents
      .filter(([, , parent = '']) => parent === name || parent.endsWith(`.${name}`))
      .flatMap(([, child = '']) => [child, ...below(child)]);
  return below(type);
}

/** Whether a named test is in a proof, under its own class or one that inherits it. */
export function isProven(
  { module, type, method }: Omit<NamedTest, 'line'>,
  proof: Proof,
  root: string,
): boolean {
  if (hasPassed(proof, type, method)) return true;
  return subclassesOf(type, module, root).some((child) => hasPassed(proof, child, method));
}

/**
 * Tests that the page names and that did not run when their module was proven. A module without a proof is a
 * finding of its own (`checkProofs`): its tests are left out.
 */
export function checkNamedTests(page: Pick<Page, 'path' | 'elements'>, root: string): Problem[] {
  const messages = new Map<string, Problem>();
  for (const { line, ...test } of namedTests(page)) {
    const { module, type, method } = test;
    const proof = readProof(root, module);
    if (!proof || isProven(test, proof, root)) continue;
    const message = `测试 ${module}/${type}#${method} 没有在 ${proof.date} 的证明里：名字写错了，或者写它之后还没有运行 npm run examples -- ${module}`;
    messages.set(`${line} ${message}`, { path: page.path, line, message });
  }
  return [...messages.values()];
}
