import type { ReactNode } from 'react';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import CodeBlock from '@theme/CodeBlock';

/** Commands that fetch the examples and, where asked, start the first one; the repository's address comes from the build. */
export default function FirstRun({ start = true }: { readonly start?: boolean }): ReactNode {
  const { customFields } = useDocusaurusContext().siteConfig;
  const repositoryUrl = String(customFields?.repositoryUrl);
  const folder = repositoryUrl.replace(/^.*\//, '');
  const fetch = `git clone ${repositoryUrl}.git\ncd ${folder}`;
  return (
    <CodeBlock language="bash">
      {start ? `${fetch}\nmvn -f examples/chapter03-first-app spring-boot:run` : fetch}
    </CodeBlock>
  );
}
