import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ndjson, testFolder } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { importFiles } from './import-command.ts'

const portal = testPortal()
const folder = testFolder()

const code = (text: string) => ({ coding: [{ code: text }] })
const of = { reference: 'Patient/nobody' }
const act = (text: string) => ({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: text }],
})

/** Resources that payers' servers export and the portal never shows; nobody could correct them. */
const never: readonly (readonly [string, object])[] = [
  [
    'what a plan would pay',
    { resourceType: 'ExplanationOfBenefit', use: 'predetermination', status: 'active', patient: of },
  ],
  [
    'a claim of STU3',
    {
      resourceType: 'ExplanationOfBenefit',
      status: 'active',
      patient: of,
      information: [],
      careTeam: [],
      totalCost: { value: 1 },
    },
  ],
  ['a life insurance', { resourceType: 'Coverage', status: 'active', type: act('LIFE'), beneficiary: of, payor: [] }],
  ['people who pay themselves', { resourceType: 'Coverage', status: 'active', type: act('pay'), beneficiary: of }],
  [
    'a plan that is a draft',
    { resourceType: 'InsurancePlan', status: 'draft', name: 'Next', period: { start: '2027-01-01' } },
  ],
  ['a plan by mistake', { resourceType: 'InsurancePlan', status: 'entered-in-error', name: 'X' }],
  ['an organization without a name', { resourceType: 'Organization', active: true }],
  ['a doctor whose name is not known', { resourceType: 'Practitioner', name: [{ family: 'UNKNOWN' }] }],
  ['a place called N/A', { resourceType: 'Location', name: 'N/A' }],
  [
    'what must not be taken',
    {
      resourceType: 'MedicationRequest',
      status: 'active',
      intent: 'order',
      doNotPerform: true,
      subject: of,
      medicationCodeableConcept: code('1'),
    },
  ],
  ['where a doctor is from', { resourceType: 'Provenance', target: [{ reference: 'Practitioner/who' }] }],
  [
    'the outcome of a search',
    { resourceType: 'OperationOutcome', issue: [{ severity: 'warning', code: 'processing' }] },
  ],
  ['parameters', { resourceType: 'Parameters', parameter: [] }],
  ['a type that nobody knows', { resourceType: 'Nonsense' }],
  [
    'a person who was deleted',
    { resourceType: 'Bundle', type: 'transaction', entry: [{ request: { method: 'DELETE', url: 'Patient/x' } }] },
  ],
  ['an entry without a resource', { resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl: 'urn:uuid:1' }] }],
  ['a manifest', { transactionTime: '2026-03-01T00:00:00Z', request: 'https://x.example', output: [], error: [] }],
]

test('IM-1 IM-3 resources that can never be loaded are counted with their reason, and never fail a run, however often they come', async () => {
  const file = join(folder, 'never.ndjson')
  writeFileSync(
    file,
    ndjson(never.map(([, one], at) => ({ ...one, ...('resourceType' in one && { id: `never-${at}` }) }))),
  )
  const around = { progress: { write: () => true, isTTY: false }, createStopSignal: () => new AbortController().signal }
  for (const _ of ['first', 'again']) {
    const { said, code: exit } = await importFiles(['fhir', file, '--brand', 'hmbcbs'], portal.environment, around)
    const counts = JSON.parse(said)
    expect(counts).toMatchObject({ read: 0, rejected: 0, skipped: never.length })
    expect(counts.skips.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(never.length)
    for (const { reason } of counts.skips) expect(reason).toMatch(/\w+ \w+/)
    expect(exit).toBe(0)
  }
})
