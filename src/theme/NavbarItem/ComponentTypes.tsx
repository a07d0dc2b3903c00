// Names a failing item's configuration during the build, too, where React's error boundaries do not run.
import ComponentTypes from '@theme-original/NavbarItem/ComponentTypes';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import type { ReactNode } from 'react';
import { bilingualError, isError } from '@site/src/app/errorMessages';

type Item = (props: Record<string, unknown>) => ReactNode;

/** Calls the item as a function, as a hook is called, so that what it throws can be caught. */
function naming(type: string, item: Item): Item {
  return function NamedItem(props) {
    try {
      return item(props);
    } catch (error) {
      if (!isError(error)) throw error;
      const config = JSON.stringify({ type, ...props }, null, 2);
      const text = `A theme navbar item failed to render: ${config}\n${bilingualError(error).message}`;
      throw bilingualError(new Error(text, { cause: error }));
    }
  };
}

const items = ComponentTypes as Record<string, Item>;

export default ExecutionEnvironment.canUseDOM
  ? items
  : Object.fromEntries(Object.entries(items).map(([type, item]) => [type, naming(type, item)]));
