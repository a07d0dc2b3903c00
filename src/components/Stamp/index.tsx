import SourceLink from '@site/src/components/SourceLink';
import { verification } from '@site/src/data';
import styles from './styles.module.css';

interface StampProps {
  /** The chapter whose last verified run is shown, e.g. `chapter08-restful-api`. */
  readonly chapter: string;
}

/**
 * Says which versions a chapter's code was last verified with, from the data of that run.
 *
 * @throws Error if the chapter has no verified run: such a page must not be built
 */
export default function Stamp({ chapter }: StampProps) {
  const run = verification[chapter];
  if (!run) {
    throw new Error(
      `<Stamp chapter="${chapter}"/>：没有这一章的验证数据，已有：${Object.keys(verification).join('、') || '无'}。请先运行 npm run examples，再运行 npm run stamp`,
    );
  }
  return (
    <p className={styles.stamp} data-stamp={chapter}>
      已用 Spring Boot {run.springBoot}、JDK {run.jdk} 验证，{run.tests} 个测试全部通过，
      <time dateTime={run.date}>{run.date}</time>（
      <SourceLink type="tree" path={`examples/${chapter}`}>
        examples/{chapter}
      </SourceLink>
      ）
    </p>
  );
}
