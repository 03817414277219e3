import { hash } from 'node:crypto'
import { formularyTypes } from '@portico/contract/fhir/formulary'
import { formularyProfiles } from '@portico/contract/fhir/formulary-profiles'
import type { PartDays } from '../../../platform/db/tables.ts'
import { type OpenPublished, publishOpen, toOpenId } from '../open/published.ts'

export { addToPart, beginPart, forgetSome, listForgottenParts, readLiveParts, readParts } from './received-store.ts'

/** A resource of a list's file as it will be served (OS-17, OS-20). */
export interface ReceivedDrugs extends OpenPublished {
  readonly type: FormularyType
  readonly days: PartDays
  /** Of all that is served. */
  readonly hash: Buffer
}

export type FormularyType = keyof typeof formularyTypes

/** Makes a resource of a list ready to be served. */
export function toReceivedDrugs(
  type: FormularyType,
  text: string,
  days: PartDays,
  known: {
    /** `Type/id` of what a reference means that has another form; null: it has none. */
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
