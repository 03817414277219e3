import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/wellness'
import type { Language } from '@portico/contract/page'
import { toAuthored } from '@portico/rules/languages/authored'
import { type CareFacts, dueCare } from '@portico/rules/wellness/preventive'
import type { CareItem } from './content.ts'

/** What is recommended to someone, with its texts and sources, starting with what is due. */
export function adviseCare(
  items: readonly CareItem[],
  language: Language,
  facts: CareFacts,
): PayloadOf<typeof calls.wellness>['care'] {
  return dueCare(items, facts).flatMap((one) => {
    const item = items.find(({ id }) => id === one.id)
    if (item === undefined) return []
    const { kind, source, sex, smoked, texts } = item
    return [{ ...one, kind, source, sex, smoked, ...texts[toAuthored(language)] }]
  })
}

export function findLater(...moments: readonly (string | null)[]): string | null {
  return (
    moments
      .filter((one) => one !== null)
      .toSorted()
      .at(-1) ?? null
  )
}
