import { useMemo } from 'react'
import { usePage } from '../page-state.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { createFormat, type Format } from './format.ts'
import { useTexts } from './text.tsx'

/**
 * Formats with moments in the viewer's zone. The server and the first render use the zone that the last page reported, so that they
 * agree; after hydration, moments are rendered again.
 */
export function useMomentFormat(): Format {
  const { locale, t } = useTexts()
  const { timeZone } = usePage()
  const zone = useHydrated() ? undefined : timeZone
  return useMemo(() => createFormat(locale, t, zone), [locale, t, zone])
}
