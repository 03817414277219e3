/** Time-outs and pacing, in milliseconds. */

/** Defaults of the inactivity timer, used by the credential screens (SE-1). */
export const DEFAULT_INACTIVITY = { expiryMs: 90_000, warningMs: 84_000, checkMs: 1_000 } as const

/** The inactivity timer of the member portal's pages (SE-2). */
export const MEMBER_INACTIVITY = { expiryMs: 900_000, warningMs: 780_000, checkMs: 3_000 } as const

/** Between two keep-alive calls (SE-3). */
export const KEEP_ALIVE_INTERVAL_MS = 240_000

/** How long a person counts as having just proven who they are, for sensitive changes. */
export const STEP_UP_MS = 600_000

/** A rep's simulation of a member ends by itself after this long (CS-1). */
export const SIMULATION_MS = 1_800_000

/** A call is given up after this long (HT-1). */
export const REQUEST_TIMEOUT_MS = 90_000

/** How long an answer may be cached where a call asks for it (HT-1). */
export const REQUEST_CACHE_TTL_MS = 3_600_000

/** A view awaiting another's request looks again at this pace (CO-2). */
export const REQUEST_POLL_MS = 50

/** A hash change is seen within this time (CO-3). */
export const HASH_CHANGE_MS = 100

/** Window resizing is acted on after this pause (CO-2, MN-7). */
export const RESIZE_DEBOUNCE_MS = 500

/** Before a menu pops up (MN-1). */
export const MENU_POPUP_DELAY_MS = 500

/** A toggle container's animation (MN-1). */
export const TOGGLE_ANIMATION_MS = 200

/** Before a tooltip shows (MN-6). */
export const TOOLTIP_DELAY_MS = 400

/** Keys pressed within this time are one word to a type-ahead (MN-6). */
export const TYPE_AHEAD_MS = 1_000

/** Clicks after a touch are suppressed for this long (MN-6). */
export const CLICK_SUPPRESSION_MS = 1_000
