import { findFhirType } from '@portico/contract/fhir/types'
import { findSender } from '@portico/rules/fhir/publish'
import type { LoggedEvent, Row } from './store.ts'

const participants = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type'
const carin = 'http://hl7.org/fhir/us/core/CodeSystem/us-core-provenance-participant-type'

/** The id of a resource's Provenance, from which the resource is found. */
export const toProvenanceId = ({ type, id }: Pick<Row, 'type' | 'id'>) => `${type}.${id}`

/**
 * Builds a resource's Provenance (OS-5): the plan, or the earlier plan that sent it, is the transmitter; its source is the author;
 * `recorded` is when it arrived.
 */
export function buildProvenance(
  row: Pick<Row, 'type' | 'id' | 'updated' | 'version' | 'body' | 'refs'>,
  plan: string,
): string {
  const recorded = row.updated.toISOString()
  const sender = findSender(row.body) ?? plan
  return JSON.stringify({
    resourceType: 'Provenance',
    id: toProvenanceId(row),
    meta: {
      versionId: String(row.version),
      lastUpdated: recorded,
      profile: ['http://hl7.org/fhir/us/core/StructureDefinition/us-core-provenance|6.1.0'],
    },
    target: [{ reference: `${row.type}/${row.id}` }],
    recorded,
    agent: [
      { type: { coding: [{ system: carin, code: 'transmitter' }] }, who: { display: sender } },
      { type: { coding: [{ system: participants, code: 'author' }] }, who: requireAuthor(row) ?? { display: sender } },
    ],
  })
}

function requireAuthor({ type, refs, body }: Pick<Row, 'type' | 'refs' | 'body'>): object | null {
  for (const name of findFhirType(type)?.authors ?? []) {
    const target = refs.find((ref) => ref.startsWith(`${name}=`))?.slice(name.length + 1)
    // A person who gave care acted for an organization, which a source seldom names: only organizations are named.
    if (target?.startsWith('Organization/') && body.includes(`"reference":"${target}"`)) return { reference: target }
  }
  return null
}

/** Builds an audit event as the member's app sees it (OS-6). */
export function buildAuditEvent({ id, at, action, byApp }: LoggedEvent, patientId: string, plan: string): string {
  const [verb = '', type] = action.split(' ')
  return JSON.stringify({
    resourceType: 'AuditEvent',
    id,
    type: { system: 'http://terminology.hl7.org/CodeSystem/audit-event-type', code: 'rest' },
    subtype: [{ system: 'urn:portico:audit-action', code: verb }],
    action: 'R',
    recorded: at.toISOString(),
    outcome: '0',
    agent: [
      {
        who: { display: byApp ? 'An app that the member chose' : 'The member, or who may act for them' },
        requestor: true,
      },
    ],
    source: { observer: { display: plan } },
    entity: [
      { what: { reference: `Patient/${patientId}` }, ...(byApp && type !== undefined && { description: type }) },
    ],
  })
}
