import './ui/base.css'
import type { PageState } from '@portico/contract/page'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { setAppId } from './api/app-id.ts'
import { App, firstMatch, loadParts, loadTexts } from './app.tsx'
import { match, sameViews } from './router/match.ts'
import { readPlace } from './router/place.ts'
import { loadMatch } from './router/views.ts'

/** Hydrates what the server rendered. What the hash asks for is loaded first, so that nothing else is seen in between. */
async function start() {
  const sent: PageState = JSON.parse(document.getElementById('portico-state')?.textContent ?? '')
  const page = sent.stubs ? await (await import('./stubs/stub-page.ts')).stubPage(sent) : sent
  for (const report of sent.reports) console.error(report)
  const root = document.getElementById('root')
  if (!root) throw new Error('No root element')
  setAppId(page.appId)

  const texts = await loadTexts(page)
  const asked = match(readPlace(location.pathname + location.search + location.hash), page.session)
  const rendered = firstMatch(page)
  const differs = !sameViews(asked, rendered) || location.hash !== ''
  const [parts, first, target] = await Promise.all([
    loadParts(page),
    loadMatch(rendered, texts),
    differs ? loadMatch(asked, texts) : null,
  ])
  const app = <App page={page} texts={texts} parts={parts} first={first} target={target} />
  if (page === sent) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

start().catch((error: unknown) => {
  // What the server rendered can be read all the same.
  document.documentElement.removeAttribute('data-pending-view')
  throw error
})
