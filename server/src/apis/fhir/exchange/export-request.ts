import { fhirTypes, findFhirType } from '@portico/contract/fhir/types'
import { maySystemRead } from '@portico/rules/apps/system'
import { isObject } from '@portico/rules/fhir/json'
import type { ExchangeRequest } from '../../../platform/db/tables.ts'
import { type Condition, isUuid, type Pairs, readSearch } from '../member/search-statement.ts'
import { badParameter, FhirError } from '../outcome.ts'

const [maxFilters, maxFilterPairs, maxPatients] = [20, 20, 1000]

/** The parameters of a `Parameters` body as pairs, because an address and a body mean the same. */
export function listBodyPairs(body: unknown): Pairs {
  if (body === undefined || body === null) return []
  if (!isObject(body) || body.resourceType !== 'Parameters')
    throw new FhirError(400, 'invalid', 'The body is Parameters.')
  return [body.parameter ?? []].flat().flatMap((one) => {
    if (!isObject(one) || typeof one.name !== 'string') throw new FhirError(400, 'invalid', 'A parameter has no name.')
    const { valueReference } = one
    const value = isObject(valueReference)
      ? valueReference.reference
      : Object.entries(one).find(([name]) => /^value[A-Z]/.test(name))?.[1]
    if (typeof value !== 'string') throw badParameter(one.name, 'has no value of its kind')
    return [[one.name, value] as const]
  })
}

/** Reads an export request (OS-53). Throws for anything unknown: nothing is ignored. */
export function readExportRequest(
  pairs: Pairs,
  scopes: readonly string[],
  { base, plan }: { readonly base: string; readonly plan: string },
): ExchangeRequest {
  let withProvenance = false
  let types: readonly string[] | null = null
  let members: string[] | null = null
  let since: string | null = null
  let until: string | null = null
  const filters: { type: string; query: string }[] = []
  for (const [name, text] of pairs) {
    switch (name) {
      case '_outputFormat':
        if (!/^(application\/(fhir\+)?ndjson|ndjson)$/.test(text.replace(' ', '+')))
          throw badParameter(name, 'is application/fhir+ndjson')
        break
      case '_type':
        types = text.split(',')
        break
      case 'includeAssociatedData':
        if (!/^(Latest|Relevant)ProvenanceResources$/.test(text))
          throw badParameter(name, 'is LatestProvenanceResources or RelevantProvenanceResources')
        withProvenance = true
        break
      case '_since':
        since = readMoment(name, text)
        break
      case '_until':
        until = readMoment(name, text)
        break
      case '_typeFilter':
        filters.push(...text.split(/,(?=[A-Z]\w+\?)/).map((one) => readFilter(one, base)))
        break
      case 'patient':
        members = [...(members ?? []), ...text.split(',').map(readPatient)]
        break
      case 'exportType':
        if (!text.startsWith('hl7.fhir.us.davinci-pdex')) throw badParameter(name, 'is one of PDex')
        break
      default:
        throw badParameter(name, 'is no parameter of this operation')
    }
  }
  if (filters.length > maxFilters) throw badParameter('_typeFilter', `is given more than ${maxFilters} times`)
  if ((members?.length ?? 0) > maxPatients) throw badParameter('patient', `names more than ${maxPatients}`)
  if (types?.some((type) => findFhirType(type) === undefined && type !== 'Provenance'))
    throw badParameter('_type', 'names an unknown type')
  const readable = (types ?? Object.keys(fhirTypes)).filter((type) => maySystemRead(scopes, type))
  if (withProvenance && !readable.includes('Provenance')) readable.push('Provenance')
  const isAllowed = readable.length > 0 && (types === null || types.every((type) => readable.includes(type)))
  if (!isAllowed || (withProvenance && !maySystemRead(scopes, 'Provenance')))
    throw new FhirError(403, 'forbidden', 'The token’s scopes do not allow this.')
  return { base, plan, types: readable, since, until, filters, members }
}

function readMoment(name: string, text: string): string {
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw badParameter(name, 'is a moment with its zone')
  return moment.toISOString()
}

function readPatient(text: string): string {
  const id = /^(?:\S+\/)?Patient\/([0-9a-f-]{36})$/.exec(text)?.[1] ?? ''
  if (!isUuid(id)) throw badParameter('patient', 'is a reference to a Patient of this API')
  return id
}

function readFilter(text: string, base: string): { readonly type: string; readonly query: string } {
  const [, type = '', query = ''] = /^([A-Z]\w+)\?(.+)$/s.exec(text) ?? []
  if (findFhirType(type)?.audience !== 'member')
    throw badParameter('_typeFilter', 'names a type of members, and a search')
  // Throws for parameters that the type's search does not know.
  buildFilter({ type, query }, base)
  return { type, query }
}

/** A filter's conditions: a search of the registry, without ordering, includes and paging. */
export function buildFilter(
  { type, query }: { readonly type: string; readonly query: string },
  base: string,
): readonly Condition[] {
  const pairs = [...new URLSearchParams(query)]
  if (pairs.length > maxFilterPairs) throw badParameter('_typeFilter', 'has too many parameters')
  for (const [name] of pairs)
    if ((name.startsWith('_') && name !== '_id' && name !== '_lastUpdated') || name.split(':')[0] === 'patient')
      throw badParameter('_typeFilter', 'is a search by the parameters of its type')
  const { conditions } = readSearch(type, pairs, { base, patientId: '' })
  return conditions
}
