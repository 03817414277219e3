import type { BodyOf } from '@portico/contract/call'
import type { startEnrollment } from '@portico/contract/calls/shop'
import type { ApplicantRelation } from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import type { DataKey } from '../../platform/data-key.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { stableId } from '../../platform/versions/content.ts'
import { computeTicket } from './saved.ts'
import type { Application } from './store.ts'

export type Body = BodyOf<typeof startEnrollment>

/** The part of an application that is stored encrypted. */
export interface ApplicationContent {
  readonly people: readonly {
    readonly firstName: string
    readonly lastName: string
    readonly dateOfBirth: string
    readonly relation: ApplicantRelation
    readonly tobacco: boolean
  }[]
  /** Who applied for minors only; absent if nobody did. */
  readonly guardian?: { readonly firstName: string; readonly lastName: string; readonly dateOfBirth: string }
  readonly email: string
  readonly phone: string
  readonly address: string
  readonly city: string
  readonly zipCode: string
  readonly county: string
  /** Null except for a plan of the Medicare shop. */
  readonly medicareNumber: string | null
  readonly event: Body['event']
  readonly signature: string
  readonly signedAt: string
}

export const { nameSeal } = sealedColumns.shop_application

export function openContent(dataKey: DataKey, { sealed, enrollment_id }: Application): ApplicationContent {
  return JSON.parse(dataKey.open(sealed, nameSeal(enrollment_id)).toString('utf8')) as ApplicationContent
}

/** The address of an application in e-mails, in the shop of its plan: only the Medicare shop has the disclaimers (SH-11). */
export function linkApplication(ticket: string, content: ApplicationContent): string {
  return `/${findMarket(content) === 'medicare' ? 'medicare' : 'shop'}/#/application?ticket=${ticket}`
}

export function findMarket({ medicareNumber }: ApplicationContent): Market {
  return medicareNumber === null ? 'under65' : 'medicare'
}

/** The `use` that {@link computeTicket} gets here. */
export const APPLICATION_USE = 'application'

export function makeApplicationTicket(dataKey: DataKey, enrollmentId: string): string {
  return computeTicket(dataKey, enrollmentId, APPLICATION_USE)
}

/** Whether the applicant can still correct or withdraw an application. */
export const isCorrectable = ({ state, payment_id }: Application) => state === 'pending' && payment_id === null

/**
 * The id under which we store an application. The caller's own id makes sure that it is stored once, and anyone who knows that id may
 * correct the application; the stored id, which auditors and the gateway see, opens nothing.
 */
export function makeStoredId(own: string): string {
  return stableId('application', own.toLowerCase())
}
