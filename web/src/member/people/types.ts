import type { PayloadOf } from '@portico/contract/call'
import type { listPeople } from '@portico/contract/calls/people'
import type { MessageId } from '../../base/texts/catalogues.ts'
import type { TextValues } from '../../base/texts/text.tsx'

export type PeopleData = PayloadOf<typeof listPeople>
export type GivenAccess = PeopleData['given'][number]
export type HeldAccess = PeopleData['held'][number]

/** Called with what was done and the new state of everything. */
export type OnChange = (people: PeopleData, done: MessageId, values?: TextValues) => void
