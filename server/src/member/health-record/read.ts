import type { PayloadOf } from '@portico/contract/call'
import type { healthRecord } from '@portico/contract/calls/health-record'
import type { Language } from '@portico/contract/page'
import { findHealthKind, type HealthEntry, healthKinds, readHealthEntry } from '@portico/rules/health/entry'
import { CallError } from '../../platform/http/call-error.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { claimScope } from '../claims/people.ts'
import { findRecorders, listClinical, type ShelvedRow } from './store.ts'
import { listVaccineCodes, nameVaccine } from './vaccines.ts'

type Payload = PayloadOf<typeof healthRecord>

/** What the plan knows about someone's health, and about their children's. */
export const readHealthRecord: AuditedHandler<typeof healthRecord> = async (
  _input,
  { principal, now, language },
  tx,
) => {
  if (principal.actor !== null) throw new CallError('SIMULATION-BLOCKED')
  const scope = await claimScope(tx, principal, now)
  const rows = await listClinical(tx, scope)
  const read = rows.map((row) => ({ row, entry: parse(row, language) }))
  const references = read.flatMap(({ entry }) => entry?.by.reference ?? [])
  const names = await findRecorders(tx, principal.brand, [...new Set(references)])
  const entries = read.flatMap(({ row, entry }) => {
    const person = scope.people.find(({ memberId }) => memberId === row.memberId)
    if (entry === null || person === undefined) return []
    const { by, ...said } = entry
    // We cannot resolve a reference in another plan's data.
    const recorder = row.planName === null ? names.get(by.reference ?? '') : undefined
    return {
      ...{ entryId: row.id, person, ...said, sensitive: row.sensitive, planName: row.planName },
      by: by.name ?? recorder ?? null,
    }
  })
  const own = rows.filter(({ planName }) => planName === null)
  return {
    people: [...scope.people],
    // Sorted by the displayed day, since searches know no day of a condition or an allergy. Entries without a day come last.
    entries: entries.toSorted((one, other) => (other.day ?? '').localeCompare(one.day ?? '')),
    more: countMore(own),
    moreEarlier: countMore(rows.filter(({ planName }) => planName !== null)).reduce((sum, { count }) => sum + count, 0),
    asOf: newest(own),
  }
}

/** Null for entries that are not shown. A file's resource may be any JSON. */
function parse({ body }: ShelvedRow, language: Language): HealthEntry | null {
  const resource = body === null ? null : JSON.parse(body)
  const entry = resource && readHealthEntry(resource)
  if (entry?.kind !== 'immunization') return entry
  return { ...entry, name: nameVaccine({ name: entry.name, codes: listVaccineCodes(resource) }, language) }
}

/** What exists beyond the entries shown, by kind: a read that may be incomplete must say so. */
function countMore(rows: readonly ShelvedRow[]): Payload['more'] {
  const ofType = Map.groupBy(rows, ({ memberId, type }) => `${memberId} ${type}`)
  const beyond = [...ofType.values()].map((some) => ({
    kind: findHealthKind(some[0]?.type ?? ''),
    count: (some[0]?.all ?? 0) - some.filter(({ body }) => body !== null).length,
  }))
  return healthKinds.flatMap((kind) => {
    const count = beyond.reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0)
    return count === 0 ? [] : { kind, count }
  })
}

function newest(rows: readonly ShelvedRow[]): string | null {
  const last = Math.max(...rows.map(({ updated }) => updated.getTime()))
  return Number.isFinite(last) ? new Date(last).toISOString() : null
}
