import { isNotKnown } from '@portico/rules/time/known-days'
import { Refused } from '../../refused.ts'
import { saysNothing } from '../../text.ts'
import { toMoment } from '../enrollment/read-file.ts'
import { FaultyElement, type NoteFault, readSpare } from '../faults.ts'
import type { Loop } from '../loops.ts'
import type { Segment } from '../segments.ts'
import { parseDay, readCode, readText } from '../values.ts'
import { type Adjustment, type ClaimPart, type Decision, type PartLine, plainClaimNumber } from './part.ts'
import {
  amountAt,
  asPayer,
  createSpareDays,
  facilityAt,
  maybeAmountAt,
  memberNumberAt,
  memberNumberOfRef,
  npiAt,
  numberOfPayer,
  readAdjustments,
  readApprovals,
  readCaregivers,
  readKnownDay,
  readRemarks,
  requireNumber,
  type SpareDays,
  serviceAt,
  splitAt,
  unitsAt,
} from './read-common.ts'

/** A payer, as named in the header of an 835. */
export function payerOfPayment({ above }: Pick<Loop, 'above'>): readonly string[] {
  const header = above[0] ?? []
  const pr = header.find((one) => one.id === 'N1' && readCode(one, 1) === 'PR')
  return [
    readText(pr, 2),
    readText(pr, 4),
    ...header.filter((one) => one.id === 'REF' && readCode(one, 1) === '2U').map((one) => readText(one, 2)),
  ]
}

/** The payer by its names and numbers, in the form that claims compare. */
function sayPayer({ above }: Pick<Loop, 'above'>): Pick<ClaimPart, 'payer'> {
  const header = above[0] ?? []
  const pr = header.find((one) => one.id === 'N1' && readCode(one, 1) === 'PR')
  const refs = header.flatMap((one) => (one.id === 'REF' ? numberOfPayer(readCode(one, 1), readText(one, 2)) : []))
  return asPayer([readText(pr, 2)], [...numberOfPayer(readCode(pr, 3), readText(pr, 4)), ...refs])
}

/**
 * Reads an 835's decision on a claim; null for a predetermination, which is not one (FD-2). `note` receives the parts that it is read
 * without. Throws Refused.
 */
export function readPayment({ transaction, above, segments }: Loop, note: NoteFault): ClaimPart | null {
  const clp = segments[0] as Segment
  // Some payers write a leading zero.
  const status = readCode(clp, 2).replace(/^0(?=\d$)/, '')
  if (status === '25') return null
  const account = readText(clp, 1)
  if (account === '')
    throw new FaultyElement(
      { segment: clp, element: 1, code: '1', copy: null },
      'claim',
      'has no number of the provider',
    )
  if (!statuses.has(status))
    throw new FaultyElement(
      { segment: clp, element: 2, code: status === '' ? '1' : '7', copy: /^\d{1,2}$/.test(status) ? status : null },
      'claim status',
      `is none that decides a claim (${[...statuses].join(', ')}): send the claim once it is decided`,
    )
  const header = above[0] ?? []
  const { head, parts } = splitAt(segments, ({ id }) => id === 'SVC')
  const spare = createSpareDays(note)
  const read = parts.map((part) => readLine(part, spare, note))
  const { paidOn, ...sent } = payDays(header, note)
  const days = serviceDays(head, read, spare)
  const name = (kind: string) => head.find((one) => one.id === 'NM1' && readCode(one, 1) === kind)
  const payee = header.find((one) => one.id === 'N1' && readCode(one, 1) === 'PE')
  const trn = header.find(({ id }) => id === 'TRN')
  const former = head.find((one) => one.id === 'REF' && readCode(one, 1) === 'F8')
  // Only hospital stays have these elements.
  const isStay = head.some(({ id }) => id === 'MIA') || readCode(clp, 11) !== ''
  const type = isStay ? 'institutional' : findType(read)
  // For a hospital, it is the type of bill.
  const place = type === 'institutional' ? null : readCode(clp, 8) || null
  const lines = read.map((line) => ({ ...line, place }))
  const approvals = readApprovals(segments)
  const said = { billed: amountAt(clp, 3, 'amount billed'), paid: amountAt(clp, 4, 'amount paid') }
  const adjustments = readAdjustments(head)
  return {
    source: 'payment',
    payerNumber: plainClaimNumber(readText(clp, 7)),
    formerNumber: plainClaimNumber(readText(former, 2)),
    account,
    npi: npiAt(payee, 3),
    ...sayPayer({ above }),
    firstDay: days.from,
    lastDay: days.to,
    decidedOn: paidOn,
    sentAt: toMoment(transaction.group.date, transaction.group.time) ?? '1970-01-01T00:00:00Z',
    place: clp.number,
    patient: requireNumber(clp, readPatient(name('QC'), name('74'), name('IL'), memberNumberOfRef(head))),
    content: {
      type,
      isInpatient: isStay,
      frequency: readCode(clp, 9) || null,
      billType: null,
      billed: said.billed,
      receivedOn: readSpare(() => readKnownDay(head, '050'), null, note),
      provider: saysNothing(readText(payee, 2)) ? null : readText(payee, 2) || null,
      ...facilityAt(name('82')),
      diagnoses: [],
      procedures: [],
      drg: readCode(clp, 11) || null,
      lines,
      ...(approvals.length > 0 && { approvals }),
      ...(type === 'institutional' && readCode(clp, 8) !== '' && { facilityCode: readCode(clp, 8) }),
      ...readCaregivers(segments),
      decision: {
        status,
        ...said,
        share: maybeAmountAt(clp, 5, 'share of the patient'),
        adjustments: repeatsLines(adjustments, lines, said) ? [] : adjustments,
        remarks: readRemarks(head),
        paidOn,
        ...sent,
        payment: [readText(trn, 3), readText(trn, 2)].join(' ').trim(),
      },
    },
  }
}

/**
 * Whether adjustments of the claim say again what those of its lines say. They add up in an 835, but some payers write both: then those of the
 * lines alone explain what is not paid.
 */
function repeatsLines(
  ofClaim: readonly Adjustment[],
  lines: readonly PartLine[],
  { billed, paid }: { readonly billed: number; readonly paid: number },
): boolean {
  const [claim, all] = [ofClaim, lines.flatMap(({ adjustments }) => adjustments)].map((some) => sumByReason(some))
  if (claim === undefined || all === undefined || claim.size === 0 || claim.size !== all.size) return false
  const explained = [...all.values()].reduce((sum, cents) => sum + cents, 0)
  return explained !== 0 && explained === billed - paid && [...claim].every(([key, cents]) => all.get(key) === cents)
}

function sumByReason(adjustments: readonly Adjustment[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { group, code, cents } of adjustments)
    sums.set(`${group} ${code}`, (sums.get(`${group} ${code}`) ?? 0) + cents)
  return sums
}

/** CLP02 in 005010: earlier versions also had states of claims that are not decided yet. */
const statuses: ReadonlySet<string> = new Set('1 2 3 4 19 20 21 22 23'.split(' '))

/** The patient, with the payer's corrections (NM1 74); `referred` is a number that a REF has. */
function readPatient(
  patient: Segment | undefined,
  corrected: Segment | undefined,
  subscriber: Segment | undefined,
  referred: string | null,
): ClaimPart['patient'] {
  const named = [corrected, patient, subscriber].flatMap((one) => memberNumberAt(one) ?? [])
  return {
    numbers: [...new Set(named.length > 0 || referred === null ? named : [referred])],
    firstName: readText(corrected, 4) || readText(patient, 4) || null,
    lastName: readText(corrected, 3) || readText(patient, 3) || null,
    birthDate: null,
    isSelf: memberNumberAt(patient) !== null || memberNumberAt(corrected) !== null,
  }
}

/** The day when the payment was made out (DTM 405), and that of the check or transfer (BPR16), which may be days later. */
function payDays(header: readonly Segment[], note: NoteFault): Pick<Decision, 'paidOn' | 'sentOn'> {
  const bpr = header.find(({ id }) => id === 'BPR')
  const said = parseDay(readText(bpr, 16))
  const sentOn = said === null || isNotKnown(said) ? null : said
  const paidOn = readSpare(() => readKnownDay(header, '405'), null, note) ?? sentOn
  return sentOn === null || sentOn === paidOn ? { paidOn } : { paidOn, sentOn }
}

function readLine(head: readonly Segment[], spare: SpareDays, note: NoteFault): PartLine {
  const svc = head[0] as Segment
  const ref = head.find((one) => one.id === 'REF' && readCode(one, 1) === '6R')
  const allowed = head.find((one) => one.id === 'AMT' && readCode(one, 1) === 'B6')
  const days = spare.read(head, '472', '150', '151')
  const service = serviceAt(svc, 1, note)
  return {
    control: readText(ref, 2) || null,
    service,
    submitted: serviceAt(svc, 6, note),
    revenue: readCode(svc, 4) || (service?.system === 'revenue' ? service.code : null),
    ndc: service?.system === 'ndc' ? service.code : null,
    tooth: null,
    place: null,
    billed: maybeAmountAt(svc, 2, 'amount billed'),
    // SVC07 are the units of the charge, if the payer pays for another number of them.
    units: unitsAt(svc, 7) ?? unitsAt(svc, 5),
    ...(isAnesthesia(service) && { isTimed: true as const }),
    from: days?.from ?? null,
    to: spare.read(head, '151')?.to ?? days?.to ?? null,
    paid: maybeAmountAt(svc, 3, 'amount paid'),
    allowed: readSpare(() => maybeAmountAt(allowed, 2, 'allowed amount'), null, note),
    adjustments: readAdjustments(head),
    remarks: readRemarks(head),
  }
}

/** Whether a service is an anesthesia (CPT 00100 to 01999): payments do not say whether its units are minutes; its bill may. */
function isAnesthesia(service: PartLine['service']): boolean {
  return service?.system === 'hcpcs' && /^0[01]\d{3}$/.test(service.code)
}

function serviceDays(
  head: readonly Segment[],
  lines: readonly PartLine[],
  spare: SpareDays,
): { readonly from: string; readonly to: string } {
  const of = lines.flatMap(({ from, to }) => [from, to].filter((day) => day !== null)).sort()
  const [first, last] = [spare.read(head, '232')?.from, spare.read(head, '233')?.from]
  const from = spare.settle(head[0] as Segment, first ?? of[0] ?? last ?? spare.read(head, '050')?.from)
  const to = last ?? of.at(-1) ?? from
  return { from, to: [from, to].sort().at(-1) ?? from }
}

function findType(lines: readonly PartLine[]): ClaimPart['content']['type'] {
  if (lines.some(({ service, submitted }) => service?.system === 'cdt' || submitted?.system === 'cdt')) return 'oral'
  return lines.some(({ revenue }) => revenue !== null) ? 'institutional' : 'professional'
}

/** Whether the payment equals the sum of its claims less the provider adjustments (PLB); null if that is unknown. */
export function isBalanced(others: readonly Segment[], paidCents: number): boolean | null {
  try {
    const bpr = others.find(({ id }) => id === 'BPR')
    if (bpr === undefined) return null
    const adjusted = others
      .filter(({ id }) => id === 'PLB')
      .reduce((sum, plb) => {
        let own = 0
        for (let at = 4; at <= 14 && at < plb.elements.length; at += 2) own += maybeAmountAt(plb, at, 'adjustment') ?? 0
        return sum + own
      }, 0)
    return amountAt(bpr, 2, 'payment') === paidCents - adjusted
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
