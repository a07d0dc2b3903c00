import SourceLink from '@site/src/components/SourceLink';

interface StampProps {
  /** The module whose last complete test run is shown, e.g. `chapter08-restful-api`: all that authors write. */
  readonly chapter: string;
  /** Version of Spring Boot, filled in from the module's proof like the rest (`src/book/entries/stamp`). */
  readonly springBoot: string;
  /** Feature version of the JDK. */
  readonly jdk: string;
  /** Tests run, all of them passed. */
  readonly tests: string;
  /** Day of the run, ISO 8601. */
  readonly date: string;
}

/** Says which versions a chapter's code was last verified with. */
export default function Stamp({ chapter, springBoot, jdk, tests, date }: StampProps) {
  return (
    <p data-stamp={chapter}>
      已用 Spring Boot {springBoot}、JDK {jdk} 验证，{tests} 个测试全部通过，
      <time dateTime={date}>{date}</time>（
      <SourceLink type="tree" path={`examples/${chapter}`}>
        examples/{chapter}
      </SourceLink>
      ）
    </p>
  );
}
