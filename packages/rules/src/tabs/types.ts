/** The signed-in user's coverage (HD-6); the field names are those of the call. */
export interface CurrentUser {
  readonly brand: string
  readonly clientList: readonly Client[]
}

export interface Client {
  readonly clientNumber: string
  readonly groupList: readonly Group[]
}

export interface Group {
  readonly groupNumber: string
  readonly medicareIndicator: boolean
  /** Whether they pay the premium directly; null: not known. */
  readonly directPayIndicator: boolean | null
  readonly isNDMedicaid: boolean
  readonly productList: readonly Product[]
}

/** Dates are yyyymmdd. */
export interface Product {
  readonly isBlueExtraBasic: boolean
  readonly isBlueExtraPlus: boolean
  /** The individual dental plan. */
  readonly blueEdgeDentalIndv: boolean
  readonly coverageBeginDate: string | null
  /** First day of continuous coverage; takes precedence over coverageBeginDate. */
  readonly coverageConBeginDate: string | null
  /** Last day of coverage; null: open-ended. */
  readonly coverageEndDate: string | null
  readonly benefitPlanType: string
  readonly drugCoverage: boolean
}

export const TAB_IDS = [
  'navHome',
  'navPayPremium',
  'navCoverage',
  'navClaims',
  'navYourSpending',
  'navSpending',
  'navClaimsSpending',
  'navFindDoctor',
  'navPrescriptions',
  'navWellness',
  'navForms',
  'navShop',
  'navDental',
  'navVision',
  'navMedicare',
  'navCart',
  'navSignIn',
] as const
export type TabId = (typeof TAB_IDS)[number]

/** A header tab (HD-2). */
export interface Tab {
  readonly id: TabId
  /** Its text, in the reader's language. */
  readonly label: string
  readonly url: string
  /** Name of an icon in the icon set. */
  readonly icon: string
  readonly showText: boolean
  /** Whether the tab is marked if the address itself selects none. */
  readonly active: boolean
  /** A tab that opens in a new window gets no opener. */
  readonly linkTarget: '_self' | '_blank'
}

/** A tab as configured: a rule gives Home's address, and content items give Coverage's label and address (HD-3). */
export type ConfiguredTab = Omit<Tab, 'label' | 'url'> & { readonly label?: string; readonly url?: string }

/** The content with the tabs of each variant, and of the shop, for all brands or for one (HD-2). */
export const TABS_CONTENT = {
  desktop: 'MBR_HEADER_TABS',
  mobile: 'MBR_MOBILE_TABS',
  /** For everyone in the shop, and everywhere for people who have no plan here. */
  shop: 'SHP_HEADER_TABS',
} as const
