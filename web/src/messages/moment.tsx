import { useMemo } from 'react'
import { useHydrated } from '../use-hydrated.ts'
import { createFormat, type Format, renderZone } from './format.ts'
import { useTexts } from './text.tsx'

/**
 * Formats whose moments are in the viewer's zone. The server and the first render write them in one fixed zone, so that
 * they agree; after hydration they are written anew.
 */
export function useMomentFormat(): Format {
  const { language, t } = useTexts()
  const hydrated = useHydrated()
  return useMemo(() => createFormat(language, t, hydrated ? undefined : renderZone), [language, t, hydrated])
}
