import { useEffect, useState } from 'react'
import type { Area } from './catalogues.ts'
import { loadCatalogues } from './load-catalogues.ts'
import { useTexts } from './text.tsx'

/** Whether an area's texts are loaded, for a part that loads later than its view. */
export function useArea(area: Area): boolean {
  const texts = useTexts()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    loadCatalogues([area], texts.language).then(
      (catalogue) => {
        texts.add(catalogue)
        setReady(true)
      },
      () => {},
    )
  }, [texts, area])
  return ready
}
