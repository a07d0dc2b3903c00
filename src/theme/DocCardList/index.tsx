// Replaces the cards of a category's index by a list: whole descriptions, no emoji, the text's own measure.
import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { filterDocCardListItems, useDocById } from '@docusaurus/plugin-content-docs/client';
import type { PropSidebarItem } from '@docusaurus/plugin-content-docs';
import type { Props } from '@theme/DocCardList';

function Entry({ item }: { readonly item: PropSidebarItem }): ReactNode {
  const doc = useDocById(item.type === 'link' ? item.docId : undefined);
  if (item.type === 'html' || !item.href) return null;
  return (
    <li>
      <Link to={item.href}>{item.label}</Link>
      <p>{item.description ?? doc?.description}</p>
    </li>
  );
}

export default function DocCardList({ items = [] }: Props): ReactNode {
  return (
    <ul className="page-list">
      {filterDocCardListItems(items).map((item, index) => (
        <Entry key={index} item={item} />
      ))}
    </ul>
  );
}
