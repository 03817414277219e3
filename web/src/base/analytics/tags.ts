import type { TagOccurrence } from '@portico/rules/analytics/events'
import { pageTag, TAG_WAIT_MS } from '@portico/rules/analytics/tags'
import { endSession, isFirst, renewSession, visitorId } from './told.ts'
import { listen } from './track.ts'

export interface TagOptions {
  readonly address: string
  readonly id: string
  readonly brand: string
  readonly language: string
  /** A vendor's script to load. */
  readonly script: string | null
}

export interface Tags {
  /** Reports that a view is shown to someone with this role. */
  show(view: Parameters<typeof pageTag>[0]): void
  stop(): void
}

/** Tags that are being sent. */
const pending = new Set<Promise<void>>()

/**
 * Sends tags as image requests (AN-1): only names of pages and events. Nothing is sent, loaded or stored for people who opt out
 * with Global Privacy Control.
 */
export function startTags({ address, script, ...options }: TagOptions): Tags {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return { show: () => {}, stop: () => {} }
  let shown: ReturnType<typeof pageTag> | null = null

  const send = (event: string) => {
    if (!shown || !navigator.onLine) return
    renewSession()
    const tag = {
      ...options,
      ...shown,
      ...(event && { event }),
      visitor: visitorId(),
      n: String(Math.random()).slice(2),
    }
    request(`${address}?${new URLSearchParams(tag)}`)
  }
  const tell = (happening: TagOccurrence) => {
    if (isFirst(happening)) send(happening.event)
  }

  if (script) load(script)
  const stops = [listen(tell), waitWhenLeaving()]
  document.addEventListener('portico:logout', endSession)
  return {
    show(view) {
      const tag = pageTag(view)
      if (tag.page === shown?.page) return
      shown = tag
      send('')
    },
    stop() {
      for (const stop of stops) stop()
      document.removeEventListener('portico:logout', endSession)
    },
  }
}

function request(address: string) {
  const image = new Image()
  image.referrerPolicy = 'no-referrer'
  const over = new Promise<void>((resolve) => {
    image.onload = image.onerror = () => resolve()
  })
  pending.add(over)
  over.then(() => pending.delete(over))
  image.src = address
}

/** A link that leaves the page waits for tags being sent, at most a second (AN-1). */
function waitWhenLeaving(): () => void {
  const reportClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (pending.size === 0 || event.defaultPrevented || !link || !leavesPage(event, link)) return
    event.preventDefault()
    const late = new Promise((resolve) => setTimeout(resolve, TAG_WAIT_MS))
    Promise.race([Promise.all(pending), late]).then(() => location.assign(link.href))
  }
  // Runs after the page's own listeners, which handle links within the page.
  window.addEventListener('click', reportClick)
  return () => window.removeEventListener('click', reportClick)
}

function leavesPage({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
  const here = ['', '_self'].includes(link.target) && !link.hasAttribute('download')
  const [address] = link.href.split('#')
  return plain && here && /^https?:/.test(link.href) && address !== location.href.split('#')[0]
}

function load(address: string) {
  const script = document.createElement('script')
  script.src = address
  script.async = true
  script.referrerPolicy = 'no-referrer'
  document.head.append(script)
}
