// Adds the title "Page Error", and the Chinese sentence to errors that Docusaurus reports in English.
import ErrorPageContent from '@theme-original/ErrorPageContent';
import type Original from '@theme/ErrorPageContent';
import { PageMetadata } from '@docusaurus/theme-common';
import type { ComponentProps, ReactNode } from 'react';
import { bilingualError } from '@site/src/app/errorMessages';

export default function TitledErrorPageContent({
  error,
  ...props
}: ComponentProps<typeof Original>): ReactNode {
  return (
    <>
      <PageMetadata title="页面出错 Page Error" />
      <ErrorPageContent {...props} error={bilingualError(error)} />
    </>
  );
}
