import { DataTable } from '@site/src/components/TableScroll';
import { versions } from '@site/src/data';

/** The libraries on the class path of the examples' tests, with the versions the build resolved. */
export default function VersionTable() {
  const rows = versions.libraries.map(({ name, artifact, version }) => [
    name,
    version,
    <code key="artifact">{artifact}</code>,
  ]);
  return <DataTable head={['组件', '版本', 'Maven 坐标']} rows={rows} />;
}
