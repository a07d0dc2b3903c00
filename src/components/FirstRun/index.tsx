import type { ReactNode } from 'react';
import CodeBlock from '@theme/CodeBlock';
import { useSiteFields } from '@site/src/lib/siteFields';

interface FirstRunProps {
  /** Whether the first example is started as well, or only fetched. */
  readonly start?: boolean;
}

/** Commands that fetch the examples and start the first one; the repository's address comes from the build. */
export default function FirstRun({ start = true }: FirstRunProps): ReactNode {
  const { repositoryUrl } = useSiteFields();
  const folder = repositoryUrl.replace(/^.*\//, '');
  const commands = [`git clone ${repositoryUrl}.git`, `cd ${folder}`];
  if (start) commands.push('mvn -f examples/chapter03-first-app spring-boot:run');
  return <CodeBlock language="bash">{commands.join('\n')}</CodeBlock>;
}
