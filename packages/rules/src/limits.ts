import type { StoreId } from './brand/types.ts'

/**
 * Sizes and counts of the product, each kept only here (CO-1). Lengths are in UTF-16 units, as a form field's `maxLength` counts
 * them; a password's minimum is in code points. Timeouts are kept with the timers.
 */
export const limits = {
  loginId: { min: 6, max: 10 },
  /** `history`: how many old passwords cannot be used again (VA-4). */
  password: { min: 8, history: 5 },
  /** Each brand defines the length of its numbers; files have at most `stored` characters (VA-5). */
  memberId: { stored: 20 },
  search: { max: 64 },
  email: { min: 7, max: 50 },
  address: { max: 55 },
  phone: { max: 15 },
  /** `min` counts only letters and digits (RG-2). */
  securityAnswer: { min: 3, max: 50 },
  /** A slider's default ends (MN-6). */
  slider: { min: 0, max: 100 },
} as const

/** Counts and distances, apart from the sizes above, which every page carries. */
export const counts = {
  /** PINs a person can request before they have to call (ER-5). */
  pinAttempts: 3,
  /** Attempts that guardians have to prove who they are (ER-5). */
  guardianAttempts: 3,
  storeRadiusStatuteMiles: 3000,
  /** Distance from the window's top, in CSS px, at which a wizard's sidebar sticks (MN-3). */
  sidebarThresholdPx: 75,
} as const

/** The stores of the brands, in order (BR-7). */
export const storeIds = ['10151', '10152', '10153', '10154', '10155'] as const satisfies readonly StoreId[]

/** The store every sign-out goes to (SO-2). */
export const logoutStoreId: StoreId = '10152'
