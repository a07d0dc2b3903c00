/** What the canary says of each module. */
import { outcomes, type ModuleResult } from './buildLog';

/** The results as a Markdown table. */
export function formatCanary(version: string, results: readonly ModuleResult[]): string {
  const cell = (text: string): string => text.replace(/\|/g, '\\|').slice(0, 200);
  return [
    `在 Spring Boot ${version} 上构建全部示例：`,
    '',
    '| 模块 | 结果 | 第一条错误 |',
    '|---|---|---|',
    ...results.map(
      ({ module, outcome, firstError = '' }) =>
        `| ${module} | ${outcomes[outcome]} | ${cell(firstError)} |`,
    ),
  ].join('\n');
}
