import { useCallback, useState, type ComponentType } from 'react';
import { readManifest } from './files';
import type { PanelProps } from './SearchPanel';

/** What has become of the panel's code. */
interface Code {
  readonly asked?: true;
  readonly failed?: true;
  readonly Panel?: ComponentType<PanelProps>;
}

/** The panel's code: `want` fetches it once, when the reader shows intent; `load` fetches it again. */
export function usePanelCode(baseUrl: string) {
  const [code, set] = useState<Code>({});
  const { asked } = code;
  const load = useCallback(() => {
    set({ asked: true });
    // The index's entry travels beside the code, not after it. What fails is said when the panel opens the index.
    readManifest(baseUrl).catch(() => undefined);
    import('./SearchPanel').then(
      ({ default: Panel }) => set({ asked: true, Panel }),
      () => set({ asked: true, failed: true }),
    );
  }, [baseUrl]);
  const want = useCallback(() => {
    if (!asked) load();
  }, [asked, load]);
  return { ...code, want, load };
}
