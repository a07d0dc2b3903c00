import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { downloads, downloadsFolder, type Download } from '@site/src/book/downloads';
import { useSiteFields } from '@site/src/lib/siteFields';

function DownloadLink({ file, label }: Download): ReactNode {
  return (
    <li>
      <Link to={`pathname:///${downloadsFolder}/${file}`} download>
        {label}
      </Link>
    </li>
  );
}

/** Links to the whole book in one file, on a site that has these files. */
export default function Downloads(): ReactNode {
  if (!useSiteFields().downloads) return null;
  return (
    <div data-search-skip="">
      <p>把整本书带走，不用网络也能读：</p>
      <ul>
        {downloads.map((download) => (
          <DownloadLink key={download.file} {...download} />
        ))}
      </ul>
    </div>
  );
}
