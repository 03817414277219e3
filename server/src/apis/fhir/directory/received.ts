import { createHash } from 'node:crypto'
import { directoryTypes } from '@portico/contract/fhir/directory'
import { directoryProfiles } from '@portico/contract/fhir/directory-profiles'
import { type OpenPublished, publishOpen, toOpenId } from '../open/published.ts'

export { addReceived, markNamed, withdrawUnnamed } from './received-store.ts'

/** A resource from a directory's file in the form in which it is served (OS-13, OS-20). */
export interface Received extends Omit<OpenPublished, 'dates' | 'body'> {
  readonly type: string
  /** The provider it describes; null for a place or a network, for example. */
  readonly providerId: string | null
  /** The provider finder's places that it mentions, by the reference to each. */
  readonly places: Readonly<Record<string, string>>
  readonly begins: string | null
  readonly ends: string | null
  /** When its source last changed it. */
  readonly saidAt: string | null
  readonly hash: Buffer
  /** JSON without `meta`; null: it is not served. */
  readonly body: string | null
}

/** What is known about a resource besides its text. */
export type Told = Pick<Received, 'providerId' | 'places' | 'begins' | 'ends' | 'saidAt'> & {
  readonly isServed: boolean
}

type Type = keyof typeof directoryTypes

export const isDirectoryType = (type: string): type is Type => Object.hasOwn(directoryTypes, type)

export const toServedId = (type: string, sourceId: string) => toOpenId('directory', type, sourceId)

/** The resources in the files. */
interface KnownResources {
  /** The `Type/id` that a reference means; null: it is in none of the files. */
  findKey(reference: string): string | null
  /** Whether a reference leads to a resource that counts. */
  leadsTo(reference: string): boolean
}

/** Prepares a file's resource for serving. */
export function toReceived(type: Type, text: string, told: Told, known: KnownResources): Received {
  const { isServed, ...more } = told
  const {
    body,
    dates: _,
    ...published
  } = publishOpen(type, text, {
    findId: toServedId,
    resolve: (reference) => known.findKey(reference),
    isServed: (target, sourceId) => isDirectoryType(target) && known.leadsTo(`${target}/${sourceId}`),
    parameters: directoryTypes[type].parameters,
    profiles: directoryProfiles[type],
  })
  const hash = createHash('sha256')
    .update(JSON.stringify([body, published.profiles, more, isServed]))
    .digest()
  return { type, ...published, ...more, hash, body: isServed ? body : null }
}
