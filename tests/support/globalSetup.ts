import { prepareBuilds } from './builds';

/** Runs once before all tests. */
export default function globalSetup(): void {
  prepareBuilds();
}
