import type { PageState } from '@portico/contract/page'
import { loadCatalogues } from './messages/catalogues.ts'
import { createTexts, TextProvider, type Texts } from './messages/text.tsx'
import { PageProvider } from './page-state.tsx'
import { type Match, match, noMatch } from './router/match.ts'
import { readPlace } from './router/place.ts'
import { Router, type RouterProps } from './router/router.tsx'
import { Shell } from './shell/shell.tsx'

export interface AppProps extends Pick<RouterProps, 'first' | 'target'> {
  readonly page: PageState
  readonly texts: Texts
}

/** The whole page; the server and the browser render the same from the same state. */
export function App({ page, texts, ...router }: AppProps) {
  return (
    <PageProvider page={page}>
      <TextProvider texts={texts}>
        <Router {...router}>
          <Shell />
        </Router>
      </TextProvider>
    </PageProvider>
  )
}

/** What the server shows: it sees no hash. */
export function firstMatch(page: PageState): Match {
  const place = readPlace(page.url)
  return page.status === 404 ? noMatch(place) : match(place, { signedIn: page.session !== null })
}

/** Texts that every view has. */
export async function loadTexts({ language }: PageState): Promise<Texts> {
  const texts = createTexts(language)
  texts.add(await loadCatalogues(['shell', 'validation'], language))
  return texts
}
