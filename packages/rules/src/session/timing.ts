/** How long a session and its steps last, in milliseconds. */

/** Defaults of the inactivity timer, used by the credential screens (SE-1). */
export const DEFAULT_INACTIVITY = { expiryMs: 90_000, warningMs: 84_000, checkMs: 1_000 } as const

/** The inactivity timer of the member portal's pages (SE-2). */
export const MEMBER_INACTIVITY = { expiryMs: 900_000, warningMs: 780_000, checkMs: 3_000 } as const

/** Time between two keep-alive calls (SE-3). */
export const KEEP_ALIVE_INTERVAL_MS = 240_000

/** For how long a proof of identity counts as recent enough for sensitive changes. */
export const STEP_UP_MS = 600_000

/** A rep's simulation of a member ends by itself after this long (CS-1). */
export const SIMULATION_MS = 1_800_000
