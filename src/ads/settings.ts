/** The typed reader of what the build hands to the browser about ads. */
import type { AdSettings } from './config';

/**
 * The ad settings among Docusaurus's untyped custom fields.
 *
 * @throws Error when the site's configuration carries none
 */
export function readAdSettings(customFields: Readonly<Record<string, unknown>> = {}): AdSettings {
  const { ads } = customFields;
  if (typeof ads !== 'object' || ads === null || !('enabled' in ads) || !('client' in ads)) {
    throw new Error('docusaurus.config.ts: customFields.ads is missing');
  }
  return ads as AdSettings;
}
