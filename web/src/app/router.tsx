import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usePage } from '../base/page-state.tsx'
import { newEntry } from '../base/router/history-entry.ts'
import { findDue, match, type RouteMatch, sameViews } from '../base/router/match.ts'
import { type NavigateOptions, type Navigation, NavigationContext } from '../base/router/navigation.ts'
import { findBase, isInShop, readPlace } from '../base/router/place.ts'
import { type ScrollTracker, trackScroll } from '../base/router/scroll.ts'
import { keepUnseen, partAddress, wholeAddress } from '../base/router/unseen.ts'
import { type LoadedMatch, loadMatch } from '../base/router/views.ts'
import { useTexts } from '../base/texts/text.tsx'
import { noteUnloaded } from '../base/unloaded.ts'
import { useUnreadCount } from '../base/unread-count.ts'
import { OutletContext } from '../shell/shell/outlet.tsx'
import { closeMenus } from '../ui/disclosure.ts'
import { focusOn, viewHeading } from '../ui/focus.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

type Arrival = 'first' | 'forward' | 'back' | 'quiet'

interface Shown {
  readonly loaded: LoadedMatch
  readonly arrival: Arrival
  /** Incremented when everything must be mounted again. */
  readonly mounting: number
}

export interface RouterProps {
  /** The match that the server rendered. */
  readonly first: LoadedMatch
  /** The hash's match, if it differs: shown before the page is painted again. */
  readonly target?: LoadedMatch | null
  /** The hash's match, if its files could not be loaded. */
  readonly lost?: RouteMatch | null
  /** The address that they were loaded for. */
  readonly address: string
  readonly children: ReactNode
}

/** Keeps the address, the views, the title, the focus and the scroll position in sync (RT-1 to RT-6). */
export function Router({ first, target = null, lost = null, address: loadedFor, children }: RouterProps) {
  const page = usePage()
  const texts = useTexts()
  const [shown, setShown] = useState<Shown>({ loaded: first, arrival: 'first', mounting: 0 })
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready')
  // A match that could not be shown: the address and the active tab are already its own.
  const [missed, setMissed] = useState<RouteMatch | null>(null)
  const scroll = useRef<ScrollTracker>(null)
  const turn = useRef(0)
  const address = useRef(loadedFor)
  const { debugging, development, project, session } = page
  const due = findDue(page)

  const show = useCallback(
    async (arrival: Arrival) => {
      turn.current += 1
      const mine = turn.current
      address.current = wholeAddress()
      const next = match(readPlace(address.current, project), session, development, due)
      setState('loading')
      const start = performance.now()
      try {
        const loaded = await loadMatch(next, texts).catch(noteUnloaded)
        if (mine !== turn.current) return
        if (debugging.profiling) performance.measure(`view ${next.views.at(-1)?.view}`, { start })
        // In slices, so that a slow phone still answers while it makes a long view.
        startTransition(() => {
          setShown((last) => {
            const stays = sameViews(last.loaded.match, next) && !next.place.reload
            return { loaded, arrival, mounting: last.mounting + (stays ? 0 : 1) }
          })
          setMissed(null)
          setState('ready')
        })
      } catch {
        if (mine !== turn.current) return
        setMissed(next)
        setState('failed')
      }
    },
    [debugging, development, due, project, session, texts],
  )

  useLayoutEffect(() => {
    if (target) {
      const mounting = sameViews(first.match, target.match) ? 0 : 1
      startTransition(() => setShown({ loaded: target, arrival: 'first', mounting }))
    }
    if (lost) {
      setMissed(lost)
      setState('failed')
    }
  }, [first, target, lost])

  useEffect(() => {
    const tracker = trackScroll()
    scroll.current = tracker
    tracker.restore()
    // One navigation may fire both events; for a hash typed into the address bar, either may come first (CO-3).
    const reportMove = () => {
      if (address.current === wholeAddress()) return
      address.current = wholeAddress()
      tracker.move()
      // A hash that is an anchor in the page is not a route.
      if (location.hash === '' || /^#!?\//.test(location.hash)) show('back')
    }
    window.addEventListener('popstate', reportMove)
    window.addEventListener('hashchange', reportMove)
    // The address may have changed while the page was loading.
    reportMove()
    return () => {
      window.removeEventListener('popstate', reportMove)
      window.removeEventListener('hashchange', reportMove)
      tracker.stop()
    }
  }, [show])

  const { base } = first.match.place
  const hasTabs = session === null || session.role === 'MEMBER'
  const navigation = useMemo<Navigation>(() => {
    const href = (to: string) => (to.startsWith('/') && findBase(to) === '' ? `${base}${to}` : to)
    return {
      match: missed ?? shown.loaded.match,
      title: findTitle(shown.loaded, texts.t),
      href: (to: string) => partAddress(href(to)).seen,
      navigate(to: string, { replace = false, quiet = false }: NavigateOptions = {}) {
        const { seen, unseen } = partAddress(href(to))
        const url = new URL(seen, location.href)
        const place = readPlace(url.pathname)
        // The server chooses the tabs, which are others in the shop.
        const hasOtherTabs = hasTabs && isInShop(place) !== isInShop(readPlace(location.pathname, project))
        // Another project is a separate page, even on the same host.
        if (url.origin !== location.origin || place.prefix === null || place.base !== base || hasOtherTabs) {
          location.assign(new URL(href(to), location.href))
          return
        }
        const again = url.href === location.href && unseen === partAddress(wholeAddress()).unseen
        const entry = scroll.current?.next() ?? newEntry()
        keepUnseen(entry.entryId, unseen)
        history[replace || again ? 'replaceState' : 'pushState'](entry, '', url)
        show(quiet ? 'quiet' : 'forward')
      },
    }
  }, [base, hasTabs, project, shown.loaded, missed, show, texts])

  const { title } = navigation
  const unreadCount = useUnreadCount()
  const documentTitle = withUnread(`${title} - ${page.brand.name}`, unreadCount)
  useLayoutEffect(() => {
    if (!target || shown.loaded !== first) document.title = documentTitle
  }, [documentTitle, shown, target, first])
  useLayoutEffect(() => {
    if (target && shown.loaded === first) return
    document.documentElement.removeAttribute('data-pending-view')
    if (shown.arrival === 'first' || shown.arrival === 'quiet') return
    closeMenus()
    focusOn(viewHeading())
    if (shown.arrival === 'forward') window.scrollTo(0, 0)
    else scroll.current?.restore()
  }, [shown, target, first])
  useLayoutEffect(() => {
    if (missed === null) return
    closeMenus()
    focusOn(viewHeading())
    window.scrollTo(0, 0)
  }, [missed])

  return (
    <NavigationContext value={navigation}>
      <OutletContext value={{ views: shown.loaded.views, mounting: shown.mounting, state }}>{children}</OutletContext>
      <VisuallyHidden>
        <span role="status">{shown.arrival === 'forward' || shown.arrival === 'back' ? title : ''}</span>
      </VisuallyHidden>
    </NavigationContext>
  )
}

/** The title with the unread count in front, for people who look at another window. */
export function withUnread(title: string, unreadCount: number): string {
  return unreadCount > 0 ? `(${unreadCount}) ${title}` : title
}

/** Title of the innermost view, without the brand. */
export function findTitle({ views }: LoadedMatch, t: ReturnType<typeof useTexts>['t']): string {
  const innermost = views.at(-1)
  return innermost ? t(innermost.title ?? innermost.loaded.title) : ''
}
