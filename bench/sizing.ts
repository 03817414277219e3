/**
 * The sizing model of docs/scaling.md (OP-14): from members to rows, bytes and calls. `node bench/sizing.ts [MEMBERS]` prints it. The size
 * of a row is measured with its indexes; `bench:growth` measures a claim's row again.
 */
export const perMember = {
  /** Over three years of claims, a typical number in the industry. */
  claims: 30,
  signInsYear: 12,
  /** Audited calls of one visit. */
  eventsVisit: 10,
  messages: 1,
} as const

export const bytes = {
  claimRow: 560,
  /** The source as received, lines and versions; without the FHIR API's own copy. */
  claimRest: 4_500,
  auditEvent: 500,
  walOfEvent: 1_120,
  session: 600,
  message: 2_050,
  /** With account, coverage and products. */
  member: 4_000,
} as const

/** The calls that two cores answer, as the benchmarks measure. */
const callsSecondPerInstance = 300

/** The busiest second has this many times a year's average. */
const peak = 12
const secondsYear = 365 * 24 * 3600

export interface Sizing {
  readonly members: number
  readonly databaseGb: number
  readonly auditGbYear: number
  readonly walGbYear: number
  readonly callsSecond: number
  readonly instances: number
}

export function sizeFor(members: number): Sizing {
  const visits = members * perMember.signInsYear
  const events = visits * perMember.eventsVisit
  const lasting =
    members *
    (bytes.member + perMember.claims * (bytes.claimRow + bytes.claimRest) + perMember.messages * bytes.message)
  const sessions = (visits / 2) * bytes.session
  const callsSecond = Math.ceil((events / secondsYear) * peak)
  return {
    members,
    databaseGb: Math.round((lasting + sessions) / 1e9),
    auditGbYear: Math.round((events * bytes.auditEvent) / 1e9),
    walGbYear: Math.round((events * bytes.walOfEvent) / 1e9),
    callsSecond,
    // At least two, so that one may be down.
    instances: Math.max(2, Math.ceil(callsSecond / callsSecondPerInstance) + 1),
  }
}

/** The rows of the document's table. */
export function formatSizing({ members, databaseGb, auditGbYear, walGbYear, callsSecond, instances }: Sizing): string {
  const cells = [members, databaseGb, auditGbYear, walGbYear, callsSecond, instances].map((n) => n.toLocaleString('en'))
  return `| ${cells.join(' | ')} |`
}

export const documented = [100_000, 1_000_000, 5_000_000, 20_000_000] as const

if (import.meta.main) {
  const asked = process.argv.slice(2).map(Number)
  for (const members of asked.length > 0 ? asked : documented) console.log(formatSizing(sizeFor(members)))
}
