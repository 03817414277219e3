import { useMemo } from 'react'
import { useHydrated } from '../use-hydrated.ts'
import { createFormat, type Format, renderZone } from './format.ts'
import { useTexts } from './text.tsx'

export interface MomentProps {
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly format?: 'date' | 'dateLong' | 'dayAndMonth' | 'time' | 'dateTime'
}

/**
 * A moment in the viewer's time zone. The server and the first render write it in one fixed zone, so that they agree;
 * after hydration it is written anew.
 */
export function Moment({ at, format = 'dateTime' }: MomentProps) {
  const formats = useMomentFormat()
  return <time dateTime={at}>{formats[format](at)}</time>
}

/** Formats whose moments are in the viewer's zone, once the page is hydrated. */
export function useMomentFormat(): Format {
  const { language, t } = useTexts()
  const hydrated = useHydrated()
  return useMemo(() => createFormat(language, t, hydrated ? undefined : renderZone), [language, t, hydrated])
}
