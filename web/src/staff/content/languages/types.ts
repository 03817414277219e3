import type { PayloadOf } from '@portico/contract/call'
import type { listLanguageReadings, readLanguageTexts } from '@portico/contract/calls/languages'

export type Reading = PayloadOf<typeof listLanguageReadings>['languages'][number]
export type ReadText = PayloadOf<typeof readLanguageTexts>['texts'][number]

/** What each code of a refusal means here. */
export const problems = { CONFLICT: 'languages.conflict' } as const
