import { CLICK_SUPPRESSION_MS } from '../timing.ts'

/** How far a finger may move, in CSS px, and still count as being in the same place (MN-6). */
export const TOUCH_TOLERANCE_PX = 4

export interface Press {
  /** CSS px in the window. */
  readonly x: number
  readonly y: number
  /** Milliseconds on any steady clock. */
  readonly at: number
}

/**
 * Whether a click is the echo of a touch that was already handled (MN-6): in the same place within 1000 ms. Such a click would hit
 * whatever the touch uncovered.
 */
export function isEchoOfTouch(touch: Press, click: Press): boolean {
  const passed = click.at - touch.at
  return passed >= 0 && passed <= CLICK_SUPPRESSION_MS && isSamePlace(touch, click)
}

function isSamePlace(one: Press, other: Press): boolean {
  return Math.hypot(other.x - one.x, other.y - one.y) <= TOUCH_TOLERANCE_PX
}
