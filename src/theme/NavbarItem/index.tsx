// Says in Chinese, too, that an item's type does not exist.
import NavbarItem from '@theme-original/NavbarItem';
import ComponentTypes from '@theme/NavbarItem/ComponentTypes';
import type { Props } from '@theme/NavbarItem';
import type { ReactNode } from 'react';
import { bilingualError } from '@site/src/app/errorMessages';

export default function CheckedNavbarItem(props: Props): ReactNode {
  const type: string = props.type ?? 'default';
  if (!(type in ComponentTypes)) {
    throw bilingualError(new Error(`No NavbarItem component found for type "${type}".`));
  }
  return <NavbarItem {...props} />;
}
