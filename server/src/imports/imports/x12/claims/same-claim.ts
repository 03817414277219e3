import { hash } from 'node:crypto'
import { madeOfBills } from '../../../../member/claims/named.ts'
import { mayBeOne, type PayerSaid } from '../../../../member/claims/payer.ts'
import { isSameLine, listDaysOfLines } from './decisions.ts'
import { type ClaimPart, replacing } from './part.ts'
import type { StoredPart } from './part-store.ts'

/**
 * Finds the part of a member whose claim another part belongs to: by the payer's number, or the number that they correct; else by the
 * provider, the provider's number and the first day. Some providers number patients rather than claims: of several such parts, the one with
 * the same charge, and never one with another payer's number.
 */
export function findSame(one: StoredPart, own: readonly StoredPart[]): StoredPart | undefined {
  const isOfOnePayer = (claim: string | null) =>
    own.every((other) => other.claim !== claim || mayBeOfOnePayer(one.part, other.part))
  // A replacement bill belongs to the claim of the decision on it, whatever that claim's number.
  const decided = own.find(
    ({ part, claim }) =>
      isOfReplacement(part, one.part) && part.payerNumber !== one.part.formerNumber && isOfOnePayer(claim),
  )
  const numbered = decided ?? own.find(({ part, claim }) => sharesNumber(one.part, part) && isOfOnePayer(claim))
  if (numbered !== undefined) return numbered
  const isOfReplaced = ({ part, claim }: StoredPart) =>
    own.some(
      (bill) =>
        bill.claim === claim && isOfReplacement(one.part, bill.part) && bill.part.formerNumber === part.payerNumber,
    )
  const likely = own.filter(
    ({ part, claim }) =>
      isSameVisit(one.part, part) &&
      isOfOnePayer(claim) &&
      own
        .filter((other) => other.claim === claim)
        .every((other) => !isNumberedApart(one.part, other.part) || isOfReplaced(other)),
  )
  return likely.find(({ part }) => part.content.billed === one.part.content.billed) ?? likely[0]
}

/** A payer's payments name it in the same way; bills name it as their providers do. */
function mayBeOfOnePayer(a: ClaimPart, b: ClaimPart): boolean {
  const isOfOneKind = a.source === b.source && a.source !== 'bill'
  const isSameCare = a.firstDay === b.firstDay && a.content.billed === b.content.billed
  return mayBeOne(sayPayer(a), sayPayer(b), { isOfOneKind, isSameCare })
}

export function sayPayer({ payer }: ClaimPart): PayerSaid {
  return { id: null, names: payer?.names ?? [], numbers: payer?.numbers ?? [] }
}

function sharesNumber(a: ClaimPart, b: ClaimPart): boolean {
  if (a.payerNumber !== null && (a.payerNumber === b.payerNumber || a.payerNumber === b.formerNumber)) return true
  return a.formerNumber !== null && (a.formerNumber === b.payerNumber || a.formerNumber === b.formerNumber)
}

function isSameVisit(a: ClaimPart, b: ClaimPart): boolean {
  const isSameProvider = a.npi === null || b.npi === null || a.npi === b.npi
  // Also an interim bill and late charges (2 to 5) are bills of their own.
  const isNew = ({ source, content }: ClaimPart) => source === 'bill' && !replacing.test(content.frequency ?? '1')
  const isAnotherBill = isNew(a) && isNew(b) && a.content.billed !== b.content.billed
  return a.account === b.account && a.firstDay === b.firstDay && isSameProvider && !isAnotherBill
}

/** Whether a payment is the decision on a replacement bill. */
function isOfReplacement(payment: ClaimPart, bill: ClaimPart): boolean {
  if (payment.source === 'bill' || bill.source !== 'bill' || bill.content.frequency !== '7') return false
  const { frequency, billed } = payment.content
  return isSameVisit(payment, bill) && (frequency === '7' || (frequency === null && billed === bill.content.billed))
}

/** Whether a payment decides only some lines of a bill, because its payer has split the bill into several claims. */
export function isPartialDecision(payment: ClaimPart, bill: ClaimPart): boolean {
  if (payment.source !== 'payment' || bill.source !== 'bill' || !isSameVisit(payment, bill)) return false
  const [some, all] = [listDaysOfLines(payment), bill.content.lines]
  const isLess = Math.abs(payment.content.billed ?? 0) < (bill.content.billed ?? 0)
  return isLess && some.length > 0 && some.every((line) => all.some((one) => isSameLine(line, one)))
}

/** Two payer's numbers mean two claims, unless one is the other with a correction suffix (`-01`). */
function isNumberedApart({ payerNumber: one }: ClaimPart, { payerNumber: other }: ClaimPart): boolean {
  if (one === null || other === null || one === other) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.replace(/[-._/]\w{1,3}$/, '') !== short
}

export function computeClaimId(
  { memberId, part }: StoredPart,
  brand: string,
  taken: ReadonlySet<string | null>,
): string {
  const parts = [brand, memberId ?? '', part.account, part.firstDay]
  const more = [...parts, part.npi, part.payerNumber, part.content.billed]
  const computeId = (some: typeof more) => `${madeOfBills}${hash('sha256', some.join('\0')).slice(0, 32)}`
  const [first, second] = [computeId(parts), computeId(more)]
  if (!taken.has(first)) return first
  return taken.has(second) ? computeId([...more, JSON.stringify(part.payer)]) : second
}
