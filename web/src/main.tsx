import './ui/base.css'
import type { PageState } from '@portico/contract/page'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, firstMatch, loadShell, loadTexts } from './app/app.tsx'
import { setCallSettings } from './base/api/settings.ts'
import { idle } from './base/idle.ts'
import { rememberSentFiles } from './base/router/load-file.ts'
import { findDue, match, sameViews } from './base/router/match.ts'
import { readPlace } from './base/router/place.ts'
import { takeUnseen, wholeAddress } from './base/router/unseen.ts'
import { loadMatch } from './base/router/views.ts'

/** Hydrates the server-rendered page. The view in the hash is loaded first, so that nothing else shows in between. */
async function start() {
  // Loaded only if there is a ticket; nothing else reads the address before.
  if (location.hash.includes('ticket=')) (await import('./base/storage/ticket.ts')).takeTicketFromAddress()
  const sent: PageState = readJson('portico-state')
  rememberSentFiles(readJson('portico-files'))
  const page = sent.stubs ? await (await import('./base/stubs/stub-page.ts')).stubPage(sent) : sent
  takeUnseen(sent.url)
  for (const report of sent.reports) console.error(report)
  const root = document.getElementById('root') ?? document.body

  const texts = await loadTexts(page)
  setCallSettings({ ...page, t: texts.t })
  const address = wholeAddress()
  const asked = match(readPlace(address, page.project), page.session, page.development, findDue(page))
  const rendered = firstMatch(page)
  const differs = !sameViews(asked, rendered) || address !== page.url
  const [shell, first, target] = await Promise.all([
    loadShell(page),
    loadMatch(rendered, texts),
    // If its files cannot be loaded, the page is shown anyway, and says so.
    differs ? loadMatch(asked, texts).catch(() => null) : null,
  ])
  const debug = await loadDebug(page)
  const lost = differs && target === null ? asked : null
  const plain = <App page={page} texts={texts} {...shell} {...{ first, target, lost, address }} />
  const app = debug?.watchPage(plain) ?? plain
  if (page === sent) hydrateRoot(root, app)
  else createRoot(root).render(app)
  debug?.showConsole(page)
  // Loaded early, so that the next view is only one request away.
  idle().then(() => import('./base/router/files.ts').catch(() => {}))
}

function readJson<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? '')
}

/** Loads the debugging aids, if the page was requested with any of them (EN-5). */
async function loadDebug({ debugging }: PageState) {
  return Object.values(debugging).some(Boolean) ? import('./app/debug/debug.tsx') : null
}

start().catch((error: unknown) => {
  document.documentElement.removeAttribute('data-pending-view')
  sayFailed()
  throw error
})

/**
 * Replaces the rendered view, which does not respond and may be another than the requested one, with a message that the page has failed.
 */
function sayFailed() {
  const main = document.getElementById('main')
  if (!main) return
  main.innerHTML = readJson('portico-failed')
  main.querySelector('button')?.addEventListener('click', () => location.reload())
}
