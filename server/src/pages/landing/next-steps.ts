import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import { formatPhone } from '@portico/rules/validation/phone'
import { readProviders, readShown } from '../../care/finder/store.ts'
import { readOpenDenials } from '../../member/claims/open-denials.ts'
import { readLeftToPay } from '../../member/claims/owed.ts'
import { type ClaimScope, claimScope } from '../../member/claims/people.ts'
import { readReadyOrders } from '../../member/medicines/ready-orders.ts'
import { readToldAgain, readWaitingInvitations } from '../../member/people/waiting.ts'
import { readRunningOut } from '../../member/spending/running-out.ts'
import { listDrafts as listFormDrafts } from '../../messages/forms/store.ts'
import { readUnsent } from '../../messages/messages/unsent.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readOtherPayments } from './other-payments.ts'

type Step = PayloadOf<typeof nextSteps>['steps'][number]

/** The most steps of a kind: the first ones lead to the rest. */
const maxOfKind = 3

/**
 * What waits for a member: an invitation, another group's bill, a denial with its last day to appeal, a refill at the pharmacy, money
 * that expires, what is left to pay on claims, unsent messages (MP-1). Someone who looks at the member's information sees what their
 * access includes, never what is unsent.
 */
export const readNextSteps: AuditedHandler<typeof nextSteps> = async ({ principal }, { cookies, now }, tx) => {
  const isThemselves = principal.scopes === null && principal.actor === null
  const maySeeClaims = principal.scopes === null || principal.scopes.includes('claims')
  const kinds: readonly (readonly Step[])[] = [
    isThemselves ? await readWaitingInvitations(tx, principal, now) : [],
    principal.scopes === null ? await readOtherPayments(tx, principal, { cookies, now }) : [],
    ...(maySeeClaims ? await readOfClaims(tx, principal, now) : []),
    isThemselves ? await readToldAgain(tx, principal, now) : [],
    isThemselves ? await readUnsent(tx, principal.memberId) : [],
    isThemselves ? await readUnsentForms(tx, principal.memberId) : [],
  ]
  return { steps: kinds.flatMap((steps) => steps.slice(0, maxOfKind)) }
}

async function readOfClaims(tx: Tx, principal: MemberPrincipal, now: Date): Promise<(readonly Step[])[]> {
  const scope = await claimScope(tx, principal, now)
  return [
    await readOpenDenials(tx, principal, { scope, now }),
    await readRefills(tx, principal, { scope, now }),
    await readRunningOut(tx, principal, now),
    await readLeftToPay(tx, scope),
  ]
}

/** Refills that are ready, with the pharmacy's number if the directory has it. */
async function readRefills(
  tx: Tx,
  principal: MemberPrincipal,
  about: { readonly scope: ClaimScope; readonly now: Date },
): Promise<Step[]> {
  const ready = await readReadyOrders(tx, principal, about)
  const ids = ready.flatMap(({ pharmacyId }) => pharmacyId ?? [])
  const known =
    ids.length === 0
      ? []
      : await readProviders(tx, await readShown(tx, principal.brand), {
          ...{ ids, each: 1, center: null },
          day: easternDay(about.now),
        })
  return ready.map(({ pharmacyId, ...refill }) => {
    const phone = known.find((one) => one.provider_id === pharmacyId)?.phone ?? null
    return { ...refill, pharmacyPhone: phone && formatPhone(phone) }
  })
}

async function readUnsentForms(tx: Tx, memberId: string): Promise<Step[]> {
  const drafts = await listFormDrafts(tx, memberId)
  return drafts.map(({ kind: form, saved_at }) => ({ kind: 'form', form, savedAt: saved_at.toISOString() }))
}
