import type { PageState, Renderer, SharedOfPages } from '@portico/contract/page'
import { renderToString } from 'react-dom/server'
import { App, firstMatch, loadShell, loadTexts, shellAreas } from './app/app.tsx'
import { findTitle, withUnread } from './app/router.tsx'
import { collectAssets } from './assets.ts'
import type { RouteMatch } from './base/router/match.ts'
import { allNodes } from './base/router/routes.ts'
import type { LoadedMatch } from './base/router/views.ts'
import { loadMatch } from './base/router/views.ts'
import { cataloguePath, loadCatalogues } from './base/texts/load-catalogues.ts'
import { TextProvider, type Texts, type Translate } from './base/texts/text.tsx'
import { Failed } from './shell/shell/outlet.tsx'

/** Renders the first view of a page (BR-13). */
export const render: Renderer['render'] = async (page: PageState) => {
  const texts = await loadTexts(page)
  // A browser that runs scripts never shows this part, so it loads no such texts.
  texts.add(await loadCatalogues(['noscript'], page.language))
  const first = await loadMatch(firstMatch(page), texts)
  const html = renderToString(
    <App page={page} texts={texts} {...(await loadShell(page))} first={first} address={page.url} />,
  )
  return {
    title: withUnread(`${findTitle(first, texts.t)} - ${page.brand.name}`, page.session?.unreadCount ?? 0),
    about: findAbout(first, texts.t),
    html,
    start: first.match.place.page?.start ?? '',
    shared: findShared(page, first.match, texts),
  }
}

/** Keyed by what they depend on: one entry for each combination of people, views and languages. */
const sharedKept = new Map<string, SharedOfPages>()

function findShared(page: PageState, { views: shown, texts: own }: RouteMatch, texts: Texts): SharedOfPages {
  const shell = [
    ...(page.session ? ['member-shell'] : []),
    ...(page.languages.isProvisional ? ['shell/provisional-line.tsx'] : []),
    ...(page.session?.simulation ? ['shell/simulation-banner.tsx'] : []),
  ]
  const named = [
    ...shown.map(({ view }) => `${view}.tsx`),
    ...[...shellAreas(page), ...own].map((area) => cataloguePath(area, page.language)),
  ]
  const key = [...shell, '', ...named].join()
  const kept = sharedKept.get(key) ?? { failed: renderFailed(texts), ...collectAssets({ shell, named }) }
  sharedKept.set(key, kept)
  return kept
}

function renderFailed(texts: Texts): string {
  return renderToString(
    <TextProvider texts={texts}>
      <Failed />
    </TextProvider>,
  )
}

/** The innermost view's description of itself, for search engines and link previews. */
function findAbout({ views: shown, match }: LoadedMatch, t: Translate): string | null {
  const id = shown.at(-1)?.loaded.about?.(match.views.at(-1)?.variant)
  return id === undefined ? null : t(id)
}

export const views: Renderer['views'] = allNodes().flatMap(({ view, variant }) => (view ? [{ view, variant }] : []))
