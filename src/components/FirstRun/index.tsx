import type { ReactNode } from 'react';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import CodeBlock from '@theme/CodeBlock';

/** Commands that fetch the examples and start the first one; the repository's address comes from the build. */
export default function FirstRun(): ReactNode {
  const { customFields } = useDocusaurusContext().siteConfig;
  const repositoryUrl = String(customFields?.repositoryUrl);
  const folder = repositoryUrl.replace(/^.*\//, '');
  return (
    <CodeBlock language="bash">
      {`git clone ${repositoryUrl}.git\ncd ${folder}\nmvn -f examples/chapter03-first-app spring-boot:run`}
    </CodeBlock>
  );
}
