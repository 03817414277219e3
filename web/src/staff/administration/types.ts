import type { PayloadOf } from '@portico/contract/call'
import type { openAccountRecord, searchStaff, staffPerson } from '@portico/contract/calls/administration'
import type { listConnections } from '@portico/contract/calls/connections'

export type StaffList = PayloadOf<typeof searchStaff>
export type StaffPerson = StaffList['people'][number]
export type StaffRequest = StaffList['requests'][number]
export type OpenedPerson = PayloadOf<typeof staffPerson>
export type BrandChoices = Pick<StaffList, 'me' | 'brands'>
export type LiveSession = OpenedPerson['sessions'][number]
export type Connections = PayloadOf<typeof listConnections>
export type Connection = Connections['connections'][number]
export type AccountRecord = PayloadOf<typeof openAccountRecord>

/** Names of brands by their codes, including ALL. */
export function brandNames(brands: BrandChoices['brands'], all: string): (code: string) => string {
  const names = new Map([['ALL', all], ...brands.map(({ code, name }) => [code, name] as const)])
  return (code) => names.get(code) ?? code
}
