import type { ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import CodeBlock from '@theme/CodeBlock';
import Details from '@theme/Details';
import Heading from '@theme/Heading';
import SourceLink from '@site/src/components/SourceLink';

interface ExerciseProps {
  /** Folder below the chapter's `exercises`, e.g. `idempotent-create`. */
  readonly name: string;
  readonly title: string;
  /** The task in Markdown, then `<Hint>` and `<Answer>`. */
  readonly children: ReactNode;
}

/** An exercise graded by tests: task, starting point, command to run the tests, hint and answer. */
export default function Exercise({ name, title, children }: ExerciseProps) {
  const chapter = useDoc().metadata.id.replace(/^chapters\//, '');
  const folder = `examples/${chapter}/exercises/${name}`;
  return (
    <section data-exercise={name}>
      <Heading as="h3" id={`exercise-${name}`}>
        {title}
      </Heading>
      {children}
      <p>
        起点在{' '}
        <SourceLink type="tree" path={`${folder}/starter`}>
          {folder}/starter
        </SourceLink>
        ，在仓库根目录运行测试；测试全部通过就算完成。
      </p>
      <CodeBlock language="bash">{`mvn -f ${folder} test`}</CodeBlock>
    </section>
  );
}

interface FoldedProps {
  readonly children: ReactNode;
}

/** A folded hint inside an exercise. */
export function Hint({ children }: FoldedProps) {
  return <Details summary={<summary>提示</summary>}>{children}</Details>;
}

/** A folded answer inside an exercise; its code is included from the solution's files. */
export function Answer({ children }: FoldedProps) {
  return <Details summary={<summary>参考答案</summary>}>{children}</Details>;
}
