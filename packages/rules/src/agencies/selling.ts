import { type Market, markets } from '../shop/lines.ts'

/** Lines of business that agents are appointed for; `ma`: Medicare Advantage, `aca`: marketplace plans. */
export const sellingLines = ['aca', 'ma', 'part-d', 'medigap', 'dental', 'vision'] as const
export type SellingLine = (typeof sellingLines)[number]

/** The lines of a broker of record (AG-2): Medicare, or the marketplace. */
export const brokerLobs = ['MA', 'ACA'] as const
export type BrokerLob = (typeof brokerLobs)[number]

/** The line that someone working as broker of record sees: their own, or both if they have not decided. */
export function brokerView(preference: {
  readonly isBrokerAgencyPref: boolean
  readonly brokerAgencyPrefLob: BrokerLob | null
}): { readonly lines: readonly SellingLine[]; readonly markets: readonly Market[]; readonly lob: BrokerLob | null } {
  const lob = preference.isBrokerAgencyPref ? preference.brokerAgencyPrefLob : null
  if (lob === null) return { lob, lines: sellingLines, markets }
  const ofMedicare: readonly SellingLine[] = ['ma', 'part-d', 'medigap']
  return lob === 'MA'
    ? { lob, lines: ofMedicare, markets: ['medicare'] }
    : { lob, lines: sellingLines.filter((line) => !ofMedicare.includes(line)), markets: ['under65'] }
}

export const trainingKinds = ['course', 'certification'] as const
export type TrainingKind = (typeof trainingKinds)[number]

/** How many days ahead we warn that something ends (AG-4). */
export const endingDays = 60

/** What someone needs before they may sell a line in a state. */
export const sellingNeeds = ['npn', 'appointment', 'certification', 'course', 'ffm-id'] as const
export type SellingNeed = (typeof sellingNeeds)[number]

const needsOf: Readonly<Record<SellingLine, readonly SellingNeed[]>> = {
  aca: ['npn', 'appointment', 'certification', 'course', 'ffm-id'],
  ma: ['npn', 'appointment', 'certification', 'course'],
  'part-d': ['npn', 'appointment', 'certification', 'course'],
  medigap: ['npn', 'appointment', 'course'],
  dental: ['npn', 'appointment'],
  vision: ['npn', 'appointment'],
}

export interface Appointment {
  readonly state: string
  readonly line: SellingLine
  /** `yyyy-mm-dd`; valid through its last day. `ends` null: open-ended. */
  readonly begins: string
  readonly ends: string | null
}

export interface Training {
  readonly kind: TrainingKind
  readonly line: SellingLine
  /** Null: not done yet. */
  readonly completedOn: string | null
  readonly ends: string | null
}

interface Credentials {
  readonly npn: string | null
  readonly ffmId: string | null
  readonly appointments: readonly Appointment[]
  readonly trainings: readonly Training[]
}

/** What an agent lacks, line by line, to sell in a state on a day (AG-4); an empty list: the agent may sell the line. */
export function listMissingToSell(
  state: string,
  credentials: Credentials,
  today: string,
): readonly { readonly line: SellingLine; readonly missing: readonly SellingNeed[] }[] {
  return sellingLines.map((line) => ({
    line,
    missing: needsOf[line].filter((need) => !has(need, { state, line, today }, credentials)),
  }))
}

/** The last day that counts as "ending soon". */
export function computeLastSoonDay(today: string): string {
  return new Date(Date.parse(today) + endingDays * 86_400_000).toISOString().slice(0, 10)
}

/** The items that end within the next 60 days, today included, soonest first (AG-4). */
export function listEndingSoon<Item extends { readonly ends: string | null }>(
  items: readonly Item[],
  today: string,
): readonly Item[] {
  const last = computeLastSoonDay(today)
  return items
    .filter(({ ends }) => ends !== null && ends >= today && ends <= last)
    .toSorted((a, b) => (a.ends ?? '').localeCompare(b.ends ?? ''))
}

function has(
  need: SellingNeed,
  { state, line, today }: { readonly state: string; readonly line: SellingLine; readonly today: string },
  { npn, ffmId, appointments, trainings }: Credentials,
): boolean {
  const isGood = ({ ends }: { readonly ends: string | null }) => ends === null || ends >= today
  if (need === 'npn') return npn !== null
  if (need === 'ffm-id') return ffmId !== null
  if (need === 'appointment')
    return appointments.some((one) => one.state === state && one.line === line && one.begins <= today && isGood(one))
  return trainings.some(
    (one) =>
      one.kind === need && one.line === line && one.completedOn !== null && one.completedOn <= today && isGood(one),
  )
}
