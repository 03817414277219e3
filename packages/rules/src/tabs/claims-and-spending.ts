/** The facts that decide whether Claims and Spending are shown as one tab (HD-4). */
export interface ClaimsAndSpendingState {
  /** CLAIMS_AND_SPENDING.MAINTENANCE of the secure configuration. */
  readonly maintenance: boolean
  /** CLAIMS_AND_SPENDING.SHOW_TO_ALL. */
  readonly showToAll: boolean
  /** claimAndSpending of the vendor details of the member's client and group; null: the call failed. */
  readonly vendorDetails: boolean | null
}

/** Whether the combined tab is on (HD-4). Vendor details count after sign-in only; their failure means off. */
export function isClaimsAndSpendingOn(state: ClaimsAndSpendingState, signedIn: boolean): boolean {
  if (state.maintenance) return false
  return state.showToAll || (signedIn && state.vendorDetails === true)
}

/** The date for which vendor details are requested: the end of the year of `today`, both yyyymmdd (HD-4). */
export function vendorDetailsDate(today: string): string {
  return `${today.slice(0, 4)}1231`
}
