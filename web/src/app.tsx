import type { PageState } from '@portico/contract/page'
import { type Area, loadCatalogues } from './messages/catalogues.ts'
import { createTexts, TextProvider, type Texts } from './messages/text.tsx'
import { PageProvider } from './page-state.tsx'
import { type Match, match, noMatch } from './router/match.ts'
import { readPlace } from './router/place.ts'
import { Router, type RouterProps } from './router/router.tsx'
import type { HeaderProps } from './shell/header.tsx'
import { Shell } from './shell/shell.tsx'

export interface AppProps extends Pick<RouterProps, 'first' | 'target'> {
  readonly page: PageState
  readonly texts: Texts
  readonly parts: HeaderProps['parts']
}

/** The whole page; the server and the browser render the same from the same state. */
export function App({ page, texts, parts, ...router }: AppProps) {
  return (
    <PageProvider page={page}>
      <TextProvider texts={texts}>
        <Router {...router}>
          <Shell parts={parts} />
        </Router>
      </TextProvider>
    </PageProvider>
  )
}

/** What the server shows: it sees no hash. */
export function firstMatch(page: PageState): Match {
  const place = readPlace(page.url)
  return page.status === 404 ? noMatch(place) : match(place, page.session)
}

/** Parts of the shell for the signed-in; null for the signed-out. */
export async function loadParts({ session }: PageState): Promise<HeaderProps['parts']> {
  return session && import('./shell/member-parts.tsx')
}

/** Areas whose texts every view has: the search box of the signed-in checks what it is given. */
export function shellAreas({ session }: Pick<PageState, 'session'>): readonly Area[] {
  return session ? ['shell', 'validation'] : ['shell']
}

/** Texts that every view has. */
export async function loadTexts(page: PageState): Promise<Texts> {
  const { language } = page
  const texts = createTexts(language)
  texts.add(await loadCatalogues(shellAreas(page), language))
  return texts
}
