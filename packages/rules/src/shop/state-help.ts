/**
 * The income up to which states help with the cost of coverage, in percent of the poverty line, including the disregard of five points
 * (42 CFR 435.603(d)(4)). Sources: CMS, "Medicaid, Children's Health Insurance Program, & Basic Health Program Eligibility Levels";
 * KFF, "Medicaid and CHIP Income Eligibility Limits" as of January 2025; for Basic Health Programs 42 CFR 600.305 and the states' own
 * notices.
 */
export interface StateHelp {
  /** Medicaid for adults under 65; 0: the state has not expanded it. */
  readonly adults: number
  /** Medicaid for parents, if its limit is higher than for other adults. */
  readonly parents?: number
  /** Medicaid or CHIP for children under 19, whichever limit is higher. */
  readonly children: number
  /** For children under one year, if the limit is higher. */
  readonly infants?: number
  /** A Basic Health Program or its equivalent, for adults above Medicaid. */
  readonly basic?: number
}

/** The first coverage year that the table is for. */
const FIRST_YEAR = 2025

const expectExpanded = (children: number, more: Omit<StateHelp, 'adults' | 'children'> = {}): StateHelp => ({
  adults: 138,
  children,
  ...more,
})
const notExpanded = (children: number, more: Partial<StateHelp> = {}): StateHelp => ({ adults: 0, children, ...more })

const states: Readonly<Record<string, StateHelp>> = {
  AK: expectExpanded(208),
  AL: notExpanded(317),
  AR: expectExpanded(216),
  AZ: expectExpanded(230),
  CA: expectExpanded(266),
  CO: expectExpanded(265),
  CT: expectExpanded(323, { parents: 160 }),
  DC: expectExpanded(324, { basic: 200 }),
  DE: expectExpanded(217),
  FL: notExpanded(215),
  GA: notExpanded(252),
  HI: expectExpanded(313),
  IA: expectExpanded(307),
  ID: expectExpanded(190),
  IL: expectExpanded(318),
  IN: expectExpanded(255),
  KS: notExpanded(255),
  KY: expectExpanded(218),
  LA: expectExpanded(255),
  MA: expectExpanded(305),
  MD: expectExpanded(322),
  ME: expectExpanded(305),
  MI: expectExpanded(217),
  MN: expectExpanded(280, { infants: 288, basic: 200 }),
  MO: expectExpanded(305),
  MS: notExpanded(214),
  MT: expectExpanded(266),
  NC: expectExpanded(216),
  ND: expectExpanded(205),
  NE: expectExpanded(218),
  NH: expectExpanded(323),
  NJ: expectExpanded(355),
  NM: expectExpanded(305),
  NV: expectExpanded(205),
  NY: expectExpanded(405, { basic: 200 }),
  OH: expectExpanded(211),
  OK: expectExpanded(210),
  OR: expectExpanded(305, { basic: 200 }),
  PA: expectExpanded(319),
  RI: expectExpanded(266),
  SC: notExpanded(213),
  SD: expectExpanded(209),
  TN: notExpanded(255, { parents: 105 }),
  TX: notExpanded(206),
  UT: expectExpanded(205),
  VA: expectExpanded(205),
  VT: expectExpanded(317),
  WA: expectExpanded(317),
  WI: notExpanded(306, { adults: 100 }),
  WV: expectExpanded(305),
  WY: notExpanded(205),
}

/** Coverage years that differ from the table. */
const exceptions: Readonly<Record<string, Readonly<Record<number, StateHelp>>>> = {
  // The Healthy DC Plan began in 2026.
  DC: { 2025: { adults: 215, parents: 221, children: 324 } },
  // Under a waiver, the Essential Plan had a higher limit until June 2026.
  NY: { 2025: expectExpanded(405, { basic: 250 }), 2026: expectExpanded(405, { basic: 250 }) },
}

/** A state's limits in a coverage year; null: not known. */
export function findStateHelp(state: string, planYear: number): StateHelp | null {
  if (planYear < FIRST_YEAR) return null
  return exceptions[state]?.[planYear] ?? states[state] ?? null
}

/** A marketplace, the only place where people get the credit. */
export interface Exchange {
  readonly name: string
  /** `https://…` */
  readonly address: string
}

const federal: Exchange = { name: 'HealthCare.gov', address: 'https://www.healthcare.gov/' }

/** States with their own marketplace (CMS, "State-based Exchanges", plan year 2026). */
const own: Readonly<Record<string, Exchange>> = {
  CA: { name: 'Covered California', address: 'https://www.coveredca.com/' },
  CO: { name: 'Connect for Health Colorado', address: 'https://connectforhealthco.com/' },
  CT: { name: 'Access Health CT', address: 'https://www.accesshealthct.com/' },
  DC: { name: 'DC Health Link', address: 'https://www.dchealthlink.com/' },
  GA: { name: 'Georgia Access', address: 'https://georgiaaccess.gov/' },
  ID: { name: 'Your Health Idaho', address: 'https://www.yourhealthidaho.org/' },
  IL: { name: 'Get Covered Illinois', address: 'https://getcovered.illinois.gov/' },
  KY: { name: 'kynect', address: 'https://kynect.ky.gov/' },
  MA: { name: 'Massachusetts Health Connector', address: 'https://www.mahealthconnector.org/' },
  MD: { name: 'Maryland Health Connection', address: 'https://www.marylandhealthconnection.gov/' },
  ME: { name: 'CoverME.gov', address: 'https://www.coverme.gov/' },
  MN: { name: 'MNsure', address: 'https://www.mnsure.org/' },
  NJ: { name: 'Get Covered New Jersey', address: 'https://www.getcovered.nj.gov/' },
  NM: { name: 'BeWell', address: 'https://www.bewellnm.com/' },
  NV: { name: 'Nevada Health Link', address: 'https://www.nevadahealthlink.com/' },
  NY: { name: 'NY State of Health', address: 'https://nystateofhealth.ny.gov/' },
  PA: { name: 'Pennie', address: 'https://pennie.com/' },
  RI: { name: 'HealthSource RI', address: 'https://healthsourceri.com/' },
  VA: { name: 'Virginia’s Insurance Marketplace', address: 'https://www.marketplace.virginia.gov/' },
  VT: { name: 'Vermont Health Connect', address: 'https://healthconnect.vermont.gov/' },
  WA: { name: 'Washington Healthplanfinder', address: 'https://www.wahealthplanfinder.org/' },
}

export function findExchange(state: string): Exchange {
  return own[state] ?? federal
}
