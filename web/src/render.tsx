import type { PageState, Renderer } from '@portico/contract/page'
import { renderToString } from 'react-dom/server'
import { App, firstMatch, loadShell, loadTexts, shellAreas } from './app/app.tsx'
import { findTitle, withUnread } from './app/router.tsx'
import { collectAssets } from './assets.ts'
import { allNodes } from './base/router/routes.ts'
import type { LoadedMatch } from './base/router/views.ts'
import { loadMatch } from './base/router/views.ts'
import { cataloguePath, loadCatalogues } from './base/texts/load-catalogues.ts'
import { TextProvider, type Translate } from './base/texts/text.tsx'
import { Failed } from './shell/shell/outlet.tsx'

/** Renders the first view of a page (BR-13). */
export const render: Renderer['render'] = async (page: PageState) => {
  const texts = await loadTexts(page)
  // A browser that runs scripts never shows it, so it loads no such texts.
  texts.add(await loadCatalogues(['noscript'], page.language))
  const first = await loadMatch(firstMatch(page), texts)
  const html = renderToString(
    <App page={page} texts={texts} {...(await loadShell(page))} first={first} address={page.url} />,
  )
  const areas = [...shellAreas(page), ...first.match.texts]
  return {
    title: withUnread(`${findTitle(first, texts.t)} - ${page.brand.name}`, page.session?.unreadCount ?? 0),
    about: findAbout(first, texts.t),
    html,
    failed: renderToString(
      <TextProvider texts={texts}>
        <Failed />
      </TextProvider>,
    ),
    start: first.match.place.page?.start ?? '',
    assets: collectAssets({
      shell: [
        ...(page.session ? ['member-shell'] : []),
        ...(page.languages.isProvisional ? ['shell/provisional-line.tsx'] : []),
        ...(page.session?.simulation ? ['shell/simulation-banner.tsx'] : []),
      ],
      named: [
        ...first.match.views.map(({ view }) => `${view}.tsx`),
        ...areas.map((area) => cataloguePath(area, page.language)),
      ],
    }),
  }
}

/** What the innermost view says of itself, for search engines and previews of links. */
function findAbout({ views: shown, match }: LoadedMatch, t: Translate): string | null {
  const id = shown.at(-1)?.loaded.about?.(match.views.at(-1)?.variant)
  return id === undefined ? null : t(id)
}

export const views: Renderer['views'] = allNodes().flatMap(({ view, variant }) => (view ? [{ view, variant }] : []))
