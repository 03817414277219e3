import type { PayloadOf } from '@portico/contract/call'
import type { listMedicines } from '@portico/contract/calls/medicines'
import type { Language } from '@portico/contract/page'
import { findAfterDenial } from '@portico/rules/authorizations/after-denial'
import { authorizationState } from '@portico/rules/medicines/authorization'
import { easternDay } from '../../platform/day.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { type ClaimScope, claimScope } from '../claims/people.ts'
import { chooseSpokenName } from '../coverage/care-names.ts'
import { computeStanding, type GatheredFill, isAbout, type KnownMedicine } from './gather.ts'
import { readOrders } from './orders.ts'
import { findPerson, gather } from './read.ts'
import { type Authorization, listAuthorizations } from './store.ts'

type Payload = PayloadOf<typeof listMedicines>
type Medicine = Payload['medicines'][number]
type Person = Payload['people'][number]

const maxMedicines = 300
const maxFills = 24

/** The known medicines of the member and their children. */
export const readMedicines =
  (canOrder: boolean): AuditedHandler<typeof listMedicines> =>
  async ({ principal }, { now, language }, tx) => {
    const scope = await claimScope(tx, principal, now)
    const { gathered, hidden, asOf } = await gather(tx, scope, now)
    const today = easternDay(now)
    const medicines = gathered.map((one) => buildMedicine(one, findPerson(scope, one.memberId), today))
    const authorizations = (await listAuthorizations(tx, scope)).filter((one) => !hidden.some((of) => isAbout(of, one)))
    return {
      // People who act for a member, or look at their information, may not ask for refills.
      mayOrder: canOrder && principal.actor === null && principal.scopes === null,
      orders: await readOrders(tx, scope, { gathered, hidden, now }),
      people: [...scope.people],
      medicines: medicines
        .toSorted((a, b) => Number(b.taken) - Number(a.taken) || a.name.localeCompare(b.name))
        .slice(0, maxMedicines),
      authorizations: authorizations.map((one) => toAuthorization(one, { scope, language, today })),
      asOf: newest([asOf, ...authorizations.map(({ imported_at }) => imported_at)]),
    }
  }

function newest(moments: readonly (Date | null)[]): string | null {
  const times = moments.flatMap((one) => one?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
}

function buildMedicine(one: KnownMedicine, person: Person, today: string): Medicine {
  const { prescription, fills, dose } = one
  const { supply, refillsLeft, taken, next } = computeStanding(one, today)
  return {
    medicineId: one.medicineId,
    person,
    name: one.name,
    taken,
    isOwn: prescription?.intent === 'plan',
    dose: dose?.dose ?? null,
    dosing: dose?.dosing == null ? null : { ...dose.dosing, at: [...dose.dosing.at] },
    prescriber: prescription?.prescriber_name ?? null,
    writtenOn: prescription?.written_on ?? null,
    endsOn: prescription?.ends_on ?? null,
    daysLeft: supply?.daysLeft ?? null,
    lastDay: supply?.lastDay ?? null,
    daysSupply: fills[0]?.daysSupply ?? null,
    refillsLeft,
    refillsAllowed: prescription?.refills ?? null,
    next,
    fills: fills.slice(0, maxFills).map(toShownFill),
  }
}

function toShownFill({ bill, prescriptionId: _, pharmacyId: __, ...fill }: GatheredFill): Medicine['fills'][number] {
  return {
    ...fill,
    youCents: bill?.youCents ?? null,
    planCents: bill?.planCents ?? null,
    isOpen: bill?.isOpen ?? false,
    claimId: bill?.claimId ?? null,
  }
}

interface ApprovalReading {
  readonly scope: ClaimScope
  readonly language: Language
  readonly today: string
}

function toAuthorization(
  row: Authorization,
  { scope, language, today }: ApprovalReading,
): Payload['authorizations'][number] {
  return {
    person: findPerson(scope, row.member_id),
    number: row.number,
    service: row.service && chooseSpokenName(row.service, language).name,
    state: authorizationState({ told: row.told, ends: row.ends }, today),
    requestedOn: row.requested_on,
    decidedOn: row.decided_on,
    begins: row.begins,
    ends: row.ends,
    provider: row.provider_name,
    note: row.note,
    sensitive: row.sensitive,
    expedited: row.expedited,
    extendedOn: row.extended_on,
    reasons: row.reasons.flatMap(({ text, code }) => text ?? code ?? []),
    documents: [...row.documents],
    unitsApproved: row.units_approved,
    unitsUsed: row.units_used,
    appealedOn: row.appealed_on,
    appealOutcome: row.appeal_outcome,
    afterDenial: findAfterDenial(
      {
        told: row.told,
        decidedOn: row.decided_on,
        appealedOn: row.appealed_on,
        appealOutcome: row.appeal_outcome,
        program: row.program,
      },
      today,
    ),
  }
}
