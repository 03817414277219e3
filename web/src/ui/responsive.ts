import { RESIZE_DEBOUNCE_MS } from '@portico/rules/timing'
import { crossesBoundary, type ResponsiveState, responsiveState } from '@portico/rules/widgets/responsive'
import { closeMenus } from './disclosure.ts'

/** The `detail` of both document events (MN-7). */
interface AdaptChange {
  readonly before: ResponsiveState
  readonly state: ResponsiveState
}

/** Fired when the window has had its new size for 500 ms. */
const adaptChanged = 'portico:adapt-changed'

/** Fired after it when mobile or tablet became notebook or desktop, or the reverse. */
const boundaryCrossed = 'portico:boundary-crossed'

/**
 * Watches how much room the page has (MN-7). Menus close when the boundary is crossed, because the header then shows different ones.
 * Returns a function that stops it.
 */
export function watchResponsive(): () => void {
  let state = currentState()
  let timer = 0
  const settle = () => {
    const change: AdaptChange = { before: state, state: currentState() }
    state = change.state
    document.dispatchEvent(new CustomEvent(adaptChanged, { detail: change }))
    if (!crossesBoundary(change.before, change.state)) return
    document.dispatchEvent(new CustomEvent(boundaryCrossed, { detail: change }))
    closeMenus()
  }
  const scheduleSettle = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(settle, RESIZE_DEBOUNCE_MS)
  }
  window.addEventListener('resize', scheduleSettle)
  return () => {
    window.clearTimeout(timer)
    window.removeEventListener('resize', scheduleSettle)
  }
}

function currentState(): ResponsiveState {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return responsiveState({ width: window.innerWidth, rem })
}
