import type { PageState } from '@portico/contract/page'
import { PageProvider } from '../base/page-state.tsx'
import { findDue, match, noMatch, type RouteMatch } from '../base/router/match.ts'
import { readPlace } from '../base/router/place.ts'
import type { Area } from '../base/texts/catalogues.ts'
import { loadCatalogues } from '../base/texts/load-catalogues.ts'
import { createTexts, TextProvider, type Texts } from '../base/texts/text.tsx'
import { Shell, type ShellProps } from '../shell/shell/shell.tsx'
import { Router, type RouterProps } from './router.tsx'

export interface AppProps extends Pick<RouterProps, 'first' | 'target' | 'lost' | 'address'>, ShellProps {
  readonly page: PageState
  readonly texts: Texts
}

/** The whole page; the server and the browser render the same from the same state. */
export function App({ page, texts, parts, Banner, Line, ...router }: AppProps) {
  return (
    <PageProvider page={page}>
      <TextProvider texts={texts}>
        <Router {...router}>
          <Shell {...{ parts, Banner, Line }} />
        </Router>
      </TextProvider>
    </PageProvider>
  )
}

/** The match that the server renders, without a hash. */
export function firstMatch(page: PageState): RouteMatch {
  const place = readPlace(page.url, page.project)
  return page.status === 404 ? noMatch(place) : match(place, page.session, page.development, findDue(page))
}

/** Parts of the shell for signed-in people only, and for a representative acting for someone (CS-1). */
export async function loadShell({ session, languages }: PageState): Promise<ShellProps> {
  const [parts, Banner, Line] = await Promise.all([
    session && import('../shell/shell/member-parts.tsx'),
    session?.simulation
      ? import('../shell/shell/simulation-banner.tsx').then(({ SimulationBanner }) => SimulationBanner)
      : null,
    languages.isProvisional
      ? import('../shell/shell/provisional-line.tsx').then(({ ProvisionalLine }) => ProvisionalLine)
      : null,
  ])
  return { parts, Banner, Line }
}

/** Areas whose texts every view has. Signed-in people always have the search box, which checks its input. */
export function shellAreas({ session, languages }: Pick<PageState, 'session' | 'languages'>): readonly Area[] {
  const said = languages.isProvisional ? (['shell', 'provisional'] as const) : (['shell'] as const)
  if (session === null) return said
  return [...said, 'signed-in', ...(session.simulation ? (['simulation'] as const) : [])]
}

/** The texts that every view has. */
export async function loadTexts(page: PageState): Promise<Texts> {
  const { language, languages, session } = page
  const texts = createTexts(language, languages.locale, session?.firstName)
  texts.add(await loadCatalogues(shellAreas(page), language))
  return texts
}
