import type { PayloadOf } from '@portico/contract/call'
import type { wellness } from '@portico/contract/calls/wellness'

export type Summary = PayloadOf<typeof wellness>
export type PreventiveItem = Summary['care'][number]
export type Assessment = Summary['assessment']
export type Goal = Summary['goals'][number]
