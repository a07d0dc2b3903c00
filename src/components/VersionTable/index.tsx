import TableScroll from '@site/src/components/TableScroll';
import { versions } from '@site/src/data';

/** The libraries on the class path of the examples' tests, with the versions the build resolved. */
export default function VersionTable() {
  return (
    <TableScroll>
      <thead>
        <tr>
          <th>组件</th>
          <th>版本</th>
          <th>Maven 坐标</th>
        </tr>
      </thead>
      <tbody>
        {versions.libraries.map(({ name, artifact, version }) => (
          <tr key={artifact}>
            <td>{name}</td>
            <td>{version}</td>
            <td>
              <code>{artifact}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}
