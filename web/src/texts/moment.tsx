import { useMemo } from 'react'
import { usePage } from '../page-state.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { createFormat, type Format } from './format.ts'
import { useTexts } from './text.tsx'

/**
 * Formats whose moments are in the viewer's zone. The server and the first render write them in the one that the last page
 * told of, so that they agree; after hydration they are written again.
 */
export function useMomentFormat(): Format {
  const { language, t } = useTexts()
  const { timeZone } = usePage()
  const zone = useHydrated() ? undefined : timeZone
  return useMemo(() => createFormat(language, t, zone), [language, t, zone])
}
