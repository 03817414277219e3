import type { DataKey } from '../../../platform/data-key.ts'
import type { AppAccess } from '../access.ts'
import { FhirError, notFound } from '../outcome.ts'
import type { Pairs } from './search-statement.ts'

/** Where a list continues: after the last row of the previous page. */
export interface Place {
  /** The value of the sort key: a time, or a type. */
  readonly at: string
  readonly id: string
}

/** A list that continues: the original request, and the place in the list. */
export interface NextPage {
  readonly pairs: Pairs
  readonly place: Place
}

/** Links to next pages (OS-24): sealed, so that an address carries no health data from a POST, and valid only for the same app and list. */
export function createPageLinks(dataKey: Pick<DataKey, 'seal' | 'open'>) {
  const formatContext = ({ brand, memberId, clientId }: AppAccess, list: string) =>
    ['fhir page', brand, memberId, clientId, list].join('\0')
  return {
    write: (access: AppAccess, list: string, next: NextPage): string =>
      dataKey.seal(Buffer.from(JSON.stringify(next)), formatContext(access, list)).toString('base64url'),

    /** Throws FhirError: 404 for another app's link, which cannot be distinguished from an altered one. */
    read: (access: AppAccess, list: string, link: string): NextPage => {
      if (!/^[\w-]{40,8000}$/.test(link))
        throw new FhirError(400, 'invalid', '_page: is no link of ours', { expression: '_page' })
      try {
        return JSON.parse(dataKey.open(Buffer.from(link, 'base64url'), formatContext(access, list)).toString())
      } catch {
        throw notFound()
      }
    },
  }
}

export type PageLinks = ReturnType<typeof createPageLinks>
