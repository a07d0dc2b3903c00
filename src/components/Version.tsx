import { versions } from '@site/src/data';

interface VersionProps {
  /** Name of the version, e.g. `spring-boot`; the same names as in `@spring-boot.version@`. */
  readonly of: string;
}

/**
 * A version that the examples' build resolved, as text, so that prose never states one.
 *
 * @throws Error for a name the build data does not hold
 */
export default function Version({ of }: VersionProps) {
  const version = versions.tokens[of];
  if (version === undefined) {
    throw new Error(
      `<Version of="${of}"/>：没有这个版本，可用：${Object.keys(versions.tokens).join('、')}`,
    );
  }
  return <>{version}</>;
}
