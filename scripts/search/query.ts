/**
 * Asks the built index what a reader would ask: `npx tsx scripts/search/query.ts 事务 失效`.
 * Each argument is one query; without arguments, each line of standard input.
 */
import { readFileSync } from 'node:fs';
import { endWith } from '../serve';
import { openBuiltIndex } from './builtIndex';

const asked = process.argv.slice(2);
const queries = asked.length > 0 ? asked : readFileSync(0, 'utf8').split('\n').filter(Boolean);

async function main(): Promise<void> {
  const engine = await openBuiltIndex('build');
  for (const query of queries) {
    const { found, corrections } = await engine.search(query, 6);
    const note = corrections.length > 0 ? `（按 ${corrections.join('、')} 查找）` : '';
    console.log(`\n${query.slice(0, 80)}${note}`);
    if (found.length === 0) console.log('  没有找到');
    for (const { page, section, score } of found) {
      console.log(
        `  ${score.toFixed(1).padStart(6)}  ${page.path}#${section.anchor}  ${section.heading}`,
      );
    }
  }
}

main().catch(endWith);
