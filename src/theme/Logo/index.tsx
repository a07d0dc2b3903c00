// Draws the logo as elements of the page: a picture would be a document of its own, set up before the first line.
import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useThemeConfig } from '@docusaurus/theme-common';
import Picture from '@site/static/img/logo.svg';
import type { Props } from '@theme/Logo';

export default function Logo({ imageClassName, titleClassName, ...link }: Props): ReactNode {
  const { title, logo } = useThemeConfig().navbar;
  return (
    <Link to={useBaseUrl('/')} {...link}>
      <div className={imageClassName}>
        <Picture role="img" aria-label={logo?.alt} />
      </div>
      <b className={titleClassName}>{title}</b>
    </Link>
  );
}
