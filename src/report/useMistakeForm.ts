import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { useSiteFields } from '../lib/siteFields';
import { issueForm } from './issueForm';

/** Gives the address of the form for a mistake on the page being read, for each of its sections. */
export function useMistakeForm(): (section: string, anchor?: string) => string {
  const { siteConfig, siteMetadata } = useDocusaurusContext();
  const { permalink } = useDoc().metadata;
  const { repositoryUrl, springBoot } = useSiteFields();
  return (section, anchor) =>
    issueForm(repositoryUrl, {
      page: siteConfig.url + permalink + (anchor ? `#${anchor}` : ''),
      section,
      edition: siteMetadata.siteVersion ?? '',
      springBoot,
    });
}
