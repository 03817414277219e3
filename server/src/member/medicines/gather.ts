import { toNdc } from '@portico/rules/medicines/ndc'
import { computeSupply, isBeingTaken, nextStep, refillsLeft } from '@portico/rules/medicines/supply'
import { dayMs } from '../../platform/day.ts'
import { stableId } from '../../platform/versions/content.ts'
import type { BilledFill } from '../claims/fills.ts'
import { createDrugKeys, type NamedDrug } from './drug-keys.ts'
import type { Dispense, Prescription } from './store.ts'

/** A pharmacy fill, with its cost if a claim tells it. */
export interface GatheredFill {
  readonly day: string
  readonly daysSupply: number | null
  readonly quantity: number | null
  readonly quantityUnit: string | null
  readonly pharmacyId: string | null
  readonly pharmacyName: string | null
  readonly pharmacyAddress: string | null
  /** Resource id of the filled prescription. */
  readonly prescriptionId: string | null
  readonly bill: BilledFill | null
}

/** Everything known about one drug of a patient. */
export interface KnownMedicine {
  readonly medicineId: string
  readonly memberId: string
  readonly name: string
  readonly rxnorm: string | null
  readonly ndc: string | null
  /** The newest one; null if only pharmacies report the drug. */
  readonly prescription: Prescription | null
  /** Newest first. */
  readonly fills: readonly GatheredFill[]
  /** Only the patient may see it, even if others may see the rest (MP-14). */
  readonly sensitive: boolean
  readonly dose: Pick<Prescription, 'dose' | 'dosing'> | null
}

interface Sources {
  readonly prescriptions: readonly Prescription[]
  readonly dispenses: readonly Dispense[]
  readonly bills: readonly BilledFill[]
}

/** A fill and its claim may have different dates: the pharmacy bills the drug when it prepares it, and the patient picks it up later. */
const apartDays = 5

/**
 * Combines prescriptions, pharmacy fills and claims for each drug of each person (MP-15). Drugs with the same code, or else the same name,
 * are one medicine, whoever renewed it; a fill that both the pharmacy and a claim report is one fill.
 */
export function gatherMedicines({ prescriptions, dispenses, bills }: Sources): KnownMedicine[] {
  const toDrugKey = createDrugKeys([...prescriptions, ...dispenses, ...bills.flatMap(nameOfBill)])
  // A drug without a name or code matches nothing but itself.
  const toKey = (drug: NamedDrug & { readonly resource_id?: string }) =>
    toDrugKey(drug) || `resource:${drug.resource_id ?? ''}`
  const byResource = new Map(prescriptions.map((one) => [`${one.member_id} ${one.resource_id}`, one]))
  const findPrescription = (dispense: Dispense) => byResource.get(`${dispense.member_id} ${dispense.prescription_id}`)
  const billed = new BillFinder(bills)
  const made = new Map<
    string,
    { memberId: string; written: Prescription[]; given: Dispense[]; fills: GatheredFill[] }
  >()
  const of = (memberId: string, key: string) => {
    const found = made.get(`${memberId} ${key}`)
    if (found !== undefined) return found
    const fresh = { memberId, written: [], given: [], fills: [] }
    made.set(`${memberId} ${key}`, fresh)
    return fresh
  }
  for (const one of prescriptions) of(one.member_id, toKey(one)).written.push(one)
  for (const one of dispenses) {
    const medicine = of(one.member_id, toKey(findPrescription(one) ?? one))
    medicine.given.push(one)
    medicine.fills.push(toFill(one, billed.take(one)))
  }
  for (const bill of billed.rest()) {
    const [drug] = nameOfBill(bill)
    if (drug !== undefined) of(bill.memberId, toKey(drug)).fills.push(fillOfBill(bill))
  }
  return [...made].map(([key, { memberId, written, given, fills }]): KnownMedicine => {
    const [prescription = null] = written
    const named = prescription ?? given[0]
    const ordered = fills.toSorted((a, b) => b.day.localeCompare(a.day))
    return {
      medicineId: stableId('medicine', key),
      memberId,
      name: named?.name ?? ordered[0]?.bill?.drug ?? `NDC ${ordered[0]?.bill?.code}`,
      rxnorm: named?.rxnorm ?? null,
      ndc: given[0]?.ndc ?? prescription?.ndc ?? ordered[0]?.bill?.code ?? null,
      prescription,
      fills: ordered,
      sensitive: [...written, ...given, ...fills.flatMap(({ bill }) => bill ?? [])].some((one) => one.sensitive),
      dose: [prescription, ...given].find((one) => one?.dose != null || one?.dosing != null) ?? null,
    }
  })
}

/** The drug that a claim names, by its name or its code alone. */
function nameOfBill({ drug, code }: BilledFill): NamedDrug[] {
  const name = drug ?? (code === null ? null : `NDC ${code}`)
  return name === null ? [] : [{ name, rxnorm: null, ndc: code }]
}

/** Whether a record that names a patient's drug by code is about this medicine. */
export function isAbout(
  { memberId, rxnorm, ndc }: KnownMedicine,
  one: { readonly member_id: string; readonly rxnorm: string | null; readonly ndc: string | null },
): boolean {
  if (one.member_id !== memberId) return false
  return (
    (rxnorm !== null && one.rxnorm === rxnorm) || (ndc !== null && one.ndc !== null && toNdc(one.ndc) === toNdc(ndc))
  )
}

/** What we can say about a medicine today. */
export function computeStanding({ prescription, fills }: KnownMedicine, today: string) {
  const supply = computeSupply(fills, today)
  const [last] = fills
  const ofPrescription = fills.filter((fill) => belongsTo(fill, prescription))
  const left = prescription === null ? null : refillsLeft(toWritten(prescription), ofPrescription.length, today)
  const taken = isBeingTaken(
    {
      status: prescription?.status ?? null,
      endsOn: prescription?.ends_on ?? null,
      writtenOn: prescription?.written_on ?? null,
      lastFill: last?.day ?? null,
      supply,
    },
    today,
  )
  return { supply, refillsLeft: left, taken, next: nextStep(left) }
}

function toWritten({ refills, ends_on: endsOn }: Prescription) {
  return { refills, endsOn }
}

/** A fill that names no prescription belongs to the newest one if it came after the prescription was written. */
function belongsTo(fill: GatheredFill, prescription: Prescription | null): boolean {
  if (prescription === null) return false
  if (fill.prescriptionId !== null) return fill.prescriptionId === prescription.resource_id
  return prescription.written_on === null || fill.day >= prescription.written_on
}

function toFill(dispense: Dispense, bill: BilledFill | null): GatheredFill {
  return {
    day: dispense.handed_over_on ?? dispense.prepared_on ?? bill?.day ?? '',
    daysSupply: dispense.days_supply ?? bill?.daysSupply ?? null,
    quantity: dispense.quantity,
    quantityUnit: dispense.quantity_unit,
    pharmacyId: dispense.pharmacy_id,
    pharmacyName: dispense.pharmacy_name ?? bill?.pharmacyName ?? null,
    pharmacyAddress: dispense.pharmacy_address,
    prescriptionId: dispense.prescription_id,
    bill,
  }
}

function fillOfBill(bill: BilledFill): GatheredFill {
  const { day, daysSupply, pharmacyName } = bill
  // Claims may count packages or units, so only the pharmacy knows the quantity.
  return {
    day,
    daysSupply,
    pharmacyName,
    bill,
    quantity: null,
    quantityUnit: null,
    pharmacyId: null,
    pharmacyAddress: null,
    prescriptionId: null,
  }
}

/** Finds the claim of a fill: the same person and drug, at most some days apart, each claim once. */
class BillFinder {
  readonly #byDrug: Map<string, { readonly bill: BilledFill; readonly at: number }[]>

  constructor(bills: readonly BilledFill[]) {
    this.#byDrug = Map.groupBy(
      bills.map((bill) => ({ bill, at: Date.parse(bill.day) })),
      ({ bill: { memberId, code, claimId } }) => `${memberId} ${toNdc(code ?? '') || claimId}`,
    )
  }

  take({ member_id, ndc, handed_over_on, prepared_on }: Dispense): BilledFill | null {
    const day = Date.parse(handed_over_on ?? prepared_on ?? '')
    const some = this.#byDrug.get(`${member_id} ${toNdc(ndc ?? '')}`) ?? []
    let [nearest, least] = [-1, apartDays * dayMs]
    for (const [index, { at }] of some.entries()) {
      if (Math.abs(at - day) <= least) [nearest, least] = [index, Math.abs(at - day)]
    }
    return nearest < 0 ? null : (some.splice(nearest, 1)[0]?.bill ?? null)
  }

  rest(): BilledFill[] {
    return [...this.#byDrug.values()].flat().map(({ bill }) => bill)
  }
}
