import type { ReactNode } from 'react';
import Details from '@theme/Details';

interface DeepProps {
  /** What is told inside; the fold shows it behind “深入：”. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Folded depth: mechanisms, full tables, rare limits; the main line does not rest on it. */
export default function Deep({ title, children }: DeepProps): ReactNode {
  return <Details summary={<summary>深入：{title}</summary>}>{children}</Details>;
}

/** Right below a heading: the section up to the next heading of its level is no part of the main line. */
export function Optional(): ReactNode {
  return (
    <p data-optional="" data-search-skip="">
      <em>初读可跳过这一节。</em>
    </p>
  );
}
