import {
  type ReactNode,
  type RefObject,
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
  // A match that could not be shown: the address and the active tab already show it.
  const [missed, setMissed] = useState<RouteMatch | null>(null)
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
        // A transition renders in slices, so that a slow phone still responds while it renders a long view.
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

  const { loaded, arrival, mounting } = shown
  const scroll = useMoves(address, show)
  const navigation = useViewNavigation(loaded, missed, scroll, show)
  const { title } = navigation
  const unreadCount = useUnreadCount()
  const documentTitle = withUnread(`${title} - ${page.brand.name}`, unreadCount)
  // The hash's view is about to replace the first one.
  const settled = target && loaded === first ? null : shown
  useLayoutEffect(() => {
    if (settled) document.title = documentTitle
  }, [documentTitle, settled])
  useArrival(settled, missed, scroll)

  return (
    <NavigationContext value={navigation}>
      <OutletContext value={{ views: loaded.views, mounting, state }}>{children}</OutletContext>
      <VisuallyHidden>
        <span role="status">{arrival === 'forward' || arrival === 'back' ? title : ''}</span>
      </VisuallyHidden>
    </NavigationContext>
  )
}

type Show = (arrival: Arrival) => void
type Scroll = RefObject<ScrollTracker | null>

/** Follows the browser through its history; returns the tracker of scroll positions. */
function useMoves(address: RefObject<string>, show: Show): Scroll {
  const scroll = useRef<ScrollTracker>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const tracker = trackScroll(signal)
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
    addEventListener('popstate', reportMove, { signal })
    addEventListener('hashchange', reportMove, { signal })
    // The address may have changed while the page was loading.
    reportMove()
    return () => leaving.abort()
  }, [address, show])
  return scroll
}

/** The current match, and how to navigate: by a new entry of the history, or in another page. */
function useViewNavigation(loaded: LoadedMatch, missed: RouteMatch | null, scroll: Scroll, show: Show): Navigation {
  const { project, session } = usePage()
  const { t } = useTexts()
  // All views of a page have the same base; another base is another page.
  const { base } = loaded.match.place
  const hasTabs = session === null || session.role === 'MEMBER'
  return useMemo<Navigation>(() => {
    const href = (to: string) => (to.startsWith('/') && findBase(to) === '' ? `${base}${to}` : to)
    return {
      match: missed ?? loaded.match,
      title: findTitle(loaded, t),
      href: (to: string) => partAddress(href(to)).seen,
      navigate(to: string, { replace = false, quiet = false }: NavigateOptions = {}) {
        const { seen, unseen } = partAddress(href(to))
        const url = new URL(seen, location.href)
        const place = readPlace(url.pathname)
        // The server chooses the tabs, and the shop has different ones.
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
  }, [base, hasTabs, project, loaded, missed, scroll, show, t])
}

/**
 * Moves the focus and the scroll position after a view was shown, or could not be. `shown`: null while another view is about to replace it.
 */
function useArrival(shown: Shown | null, missed: RouteMatch | null, scroll: Scroll): void {
  useLayoutEffect(() => {
    if (shown === null) return
    document.documentElement.removeAttribute('data-pending-view')
    if (shown.arrival === 'first' || shown.arrival === 'quiet') return
    beginView()
    if (shown.arrival === 'forward') window.scrollTo(0, 0)
    else scroll.current?.restore()
  }, [shown, scroll])
  useLayoutEffect(() => {
    if (missed === null) return
    beginView()
    window.scrollTo(0, 0)
  }, [missed])
}

function beginView(): void {
  closeMenus()
  focusOn(viewHeading())
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
