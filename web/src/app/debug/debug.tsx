import type { PageState } from '@portico/contract/page'
import { type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { loadCatalogues } from '../../base/texts/load-catalogues.ts'
import { createTexts, TextProvider } from '../../base/texts/text.tsx'
import { hydrationMeasure } from './measures.ts'

/** The page, wrapped to measure how long hydration takes. */
export function watchPage(page: ReactNode): ReactNode {
  return <Watched start={performance.now()}>{page}</Watched>
}

/** Only one child, and nothing beside it, so that the ids assigned by the server stay the same. */
function Watched({ start, children }: { readonly start: number; readonly children: ReactNode }) {
  useEffect(() => {
    performance.measure(hydrationMeasure, { start })
  }, [start])
  return children
}

/** Adds the debug console (EN-5) below the page: in a separate root, which survives if the page breaks. */
export async function showConsole({ debugging, language, languages }: PageState): Promise<void> {
  // A static import would make the entry chunk depend on everything that the console imports, which is every call.
  const { DebugConsole } = await import('./debug-console.tsx')
  const texts = createTexts(language, languages.locale)
  texts.add(await loadCatalogues(['debug', 'shell'], language))
  const place = document.createElement('div')
  place.style.display = 'contents'
  document.body.append(place)
  createRoot(place).render(
    <TextProvider texts={texts}>
      <DebugConsole debugging={debugging} />
    </TextProvider>,
  )
}
