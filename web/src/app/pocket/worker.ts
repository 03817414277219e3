/**
 * Shows the page of the kept ID cards without a network (MP-12). It is served below `/pocket/`, so that it can handle no other page; it
 * stores only files that are the same for everyone, and nothing about a person.
 */

/** The part of the worker's global scope that this file uses; the page's own types know only windows. */
interface Surroundings {
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

interface Fetching {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

const worker = self as unknown as Surroundings
const held = 'portico-pocket'
const paths = ['/pocket/', '/pocket/page.js', '/pocket/page.css', '/pocket/brand.css', '/pocket/mark.svg']
/** How long a page may wait for a slow network, in ms. */
const patienceMs = 4_000

worker.addEventListener('install', (event) => {
  event.waitUntil(hold().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'GET' && origin === location.origin && paths.includes(pathname))
    event.respondWith(answer(request, pathname))
})

async function hold(): Promise<void> {
  const cache = await caches.open(held)
  await cache.addAll(paths.map((path) => new Request(path, { cache: 'reload' })))
}

/** The newest version: from the network, else the one stored last. */
async function answer(request: Request, path: string): Promise<Response> {
  try {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
    // The store is deleted with the cards; a later look at the page must not create it again.
    if (fresh.ok && (await caches.has(held))) await (await caches.open(held)).put(path, fresh.clone())
    return fresh
  } catch (error) {
    const last = await caches.match(path, { cacheName: held, ignoreVary: true })
    if (last === undefined) throw error
    return last
  }
}
