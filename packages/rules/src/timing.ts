/** Time-outs and pacing, in milliseconds; those of a session are in `session/timing.ts`, since no page needs them at load. */

/** A call is aborted after this long (HT-1). */
export const REQUEST_TIMEOUT_MS = 90_000

/** How long an answer may be cached if the call asks for caching (HT-1). */
export const REQUEST_CACHE_TTL_MS = 3_600_000

/** How often a view that waits for another view's request checks again (CO-2). */
export const REQUEST_POLL_MS = 50

/** A hash change is noticed within this time (CO-3). */
export const HASH_CHANGE_MS = 100

/** A window resize takes effect after this pause (CO-2, MN-7). */
export const RESIZE_DEBOUNCE_MS = 500

/** Delay before a menu pops up (MN-1). */
export const MENU_POPUP_DELAY_MS = 500

/** Duration of a toggle container's animation (MN-1). */
export const TOGGLE_ANIMATION_MS = 200

/** Delay before a tooltip shows (MN-6). */
export const TOOLTIP_DELAY_MS = 400

/** Keys pressed within this time form one word for type-ahead (MN-6). */
export const TYPE_AHEAD_MS = 1_000

/** Clicks after a touch are suppressed for this long (MN-6). */
export const CLICK_SUPPRESSION_MS = 1_000
