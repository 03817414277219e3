import { hash } from 'node:crypto'
import { formularyTypes } from '@portico/contract/fhir/formulary'
import { formularyProfiles } from '@portico/contract/fhir/formulary-profiles'
import type { PartDays } from '../../../platform/db/tables.ts'
import { type OpenPublished, publishOpen, toOpenId } from '../open/published.ts'

export { addToPart, beginPart, forgetSome, listForgottenParts, readLiveParts, readParts } from './received-store.ts'

/** A resource from a list's file in the form in which it is served (OS-17, OS-20). */
export interface ReceivedDrugs extends OpenPublished {
  readonly type: FormularyType
  readonly days: PartDays
  /** Digest of everything served. */
  readonly hash: Buffer
}

export type FormularyType = keyof typeof formularyTypes

/** Prepares a list's resource for serving. */
export function toReceivedDrugs(
  type: FormularyType,
  text: string,
  days: PartDays,
  known: {
    /** The `Type/id` that an unusual reference means; null: none. */
    readonly resolve: (reference: string) => string | null
    readonly isServed: (type: string, sourceId: string) => boolean
  },
): ReceivedDrugs {
  const published = publishOpen(type, text, {
    ...known,
    findId: (target, sourceId) => toOpenId('formulary', target, sourceId),
    parameters: formularyTypes[type].parameters,
    profiles: formularyProfiles[type],
  })
  const content = hash('sha256', `${published.profiles.join(' ')}\n${published.body}`, 'buffer')
  return { type, ...published, days, hash: content }
}
