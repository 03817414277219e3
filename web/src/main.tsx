import './ui/base.css'
import type { PageState } from '@portico/contract/page'
import { hydrateRoot } from 'react-dom/client'
import { configureApi } from './api/api.ts'
import { App, firstMatch, loadTexts } from './app.tsx'
import { match, sameViews } from './router/match.ts'
import { readPlace } from './router/place.ts'
import { loadMatch } from './router/views.ts'

/** Hydrates what the server rendered. What the hash asks for is loaded first, so that nothing else is seen in between. */
async function start() {
  const page: PageState = JSON.parse(document.getElementById('portico-state')?.textContent ?? '')
  const root = document.getElementById('root')
  if (!root) throw new Error('No root element')
  configureApi({ appId: page.appId })

  const texts = await loadTexts(page)
  const asked = match(readPlace(location.pathname + location.search + location.hash), {
    signedIn: page.session !== null,
  })
  const rendered = firstMatch(page)
  const differs = !sameViews(asked, rendered) || location.hash !== ''
  const [first, target] = await Promise.all([loadMatch(rendered, texts), differs ? loadMatch(asked, texts) : null])
  hydrateRoot(root, <App page={page} texts={texts} first={first} target={target} />)
}

start()
