/** Programs besides Java and Maven that tests of the examples run. */
import { canInstallFromDebian, installFromDebian, onPath } from '../debian';

/** A program and where it comes from. */
interface Program {
  readonly command: string;
  /** Debian's package. */
  readonly debian: string;
}

const programs: readonly Program[] = [
  { command: 'git', debian: 'git' },
  { command: 'curl', debian: 'curl' },
  { command: 'openssl', debian: 'openssl' },
  { command: 'nginx', debian: 'nginx' },
  { command: 'pg_dump', debian: 'postgresql-client' },
  { command: 'pgrep', debian: 'procps' },
  { command: 'perf', debian: 'linux-perf' },
  { command: 'chromedriver', debian: 'chromium-driver' },
  { command: 'systemd-analyze', debian: 'systemd' },
  { command: 'dockerd', debian: 'docker.io' },
  { command: 'mmdebstrap', debian: 'mmdebstrap' },
  { command: 'docker-compose', debian: 'docker-compose' },
  { command: 'redis-server', debian: 'redis-server' },
  { command: 'rabbitmq-server', debian: 'rabbitmq-server' },
  { command: 'prometheus', debian: 'prometheus' },
  { command: 'prometheus-alertmanager', debian: 'prometheus-alertmanager' },
];

/** What this machine has and lets us do, replaceable in tests. */
export interface ProgramPlaces {
  readonly has: (command: string) => boolean;
  readonly canInstall: () => boolean;
  readonly install: (...packages: readonly string[]) => void;
}

const thisMachine: ProgramPlaces = {
  has: (command) => onPath(command) !== undefined,
  canInstall: canInstallFromDebian,
  install: installFromDebian,
};

/**
 * Installs Debian's packages for missing programs where this process may. Tests whose program is still
 * missing are skipped, or fail where `CI=true`.
 *
 * @returns one line that says what to install; undefined if nothing is missing
 */
export function ensurePrograms(places: ProgramPlaces = thisMachine): string | undefined {
  const missing = (): Program[] => programs.filter(({ command }) => !places.has(command));
  const packages = missing().map(({ debian }) => debian);
  if (packages.length > 0 && places.canInstall()) places.install(...packages);
  const names = missing().map(({ command, debian }) => `${command}（Debian 的 ${debian}）`);
  return names.length === 0
    ? undefined
    : `没有找到 ${names.join('、')}：请安装它们并放进 PATH，否则用到它们的测试会跳过，CI=true 时失败`;
}
