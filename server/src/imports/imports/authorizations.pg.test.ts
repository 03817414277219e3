import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { signInClient } from '../../../test/client.ts'
import { openFhirApi } from '../../../test/fhir-api.ts'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { viewMirela } from '../../../test/signed-in.ts'

const portal = testPortal()
const brand = 'hmbcbs'

async function findMember(loginId: string) {
  return portal.database.read
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select(['member.member_id as memberId', 'member_number as memberNumber', 'member.brand as brand'])
    .where('login_id', '=', loginId)
    .executeTakeFirstOrThrow()
}

const readApprovals = async (loginId: string) =>
  (await make(await signInClient(portal.origin, loginId), calls.listMedicines, {})).body.payload.authorizations

test('MP-15 IM-6 a row states who asked, when and why it was decided, how long it is valid and what is used', async () => {
  const { memberNumber, brand: own } = await findMember('MEMBER02')
  const row = { member_number: memberNumber, provider: 'Dr. Ada Sample' }
  const { rejected } = await importFiles(
    portal.database,
    {
      'a.csv': csv(
        {
          ...{ ...row, authorization_number: 'PA-1', service: 'Knee MRI', service_code: '73721', decision: 'approved' },
          ...{ requested_at: '2026-03-02T14:00:00Z', decided_at: '2026-03-06T02:30:00Z', expedited: 'yes' },
          ...{ valid_from: '2026-03-05', valid_to: '2098-06-05', units_approved: '3', units_used: '1' },
        },
        {
          ...{ ...row, authorization_number: 'PA-2', service: 'Physical therapy', decision: 'denied' },
          ...{ requested_at: '2026-03-03', decided_at: '2026-03-09', extended_at: '2026-03-05' },
          ...{ reason_code: '0M', reason: 'The notes were not sent', documents: 'Notes; Referral' },
        },
        { ...row, authorization_number: 'PA-3', service: 'Quiet care', decision: 'pending', sensitive: 'yes' },
        {
          ...row,
          authorization_number: 'PA-4',
          service: 'Turned',
          requested_at: '2026-03-09',
          decided_at: '2026-03-01',
        },
        { ...row, member_number: '999', authorization_number: 'PA-5', service: 'Of no one' },
      ),
    },
    { kind: 'authorizations', brand: own },
  )
  expect(rejected.map(({ path }) => path)).toEqual(['decided_at', 'member_number'])
  const approvals = new Map((await readApprovals('MEMBER02')).map((one) => [one.number, one]))
  expect(approvals.get('PA-1')).toMatchObject({
    ...{ service: 'Knee MRI', state: 'approved', provider: 'Dr. Ada Sample', expedited: true, afterDenial: null },
    // 2:30 in the morning in London is the evening before in the plan's time zone.
    ...{ requestedOn: '2026-03-02', decidedOn: '2026-03-05', ends: '2098-06-05', unitsApproved: 3, unitsUsed: 1 },
  })
  expect(approvals.get('PA-2')).toMatchObject({
    ...{ state: 'denied', reasons: ['The notes were not sent'], documents: ['Notes', 'Referral'] },
    ...{ extendedOn: '2026-03-05', expedited: null, afterDenial: { kind: 'appeal', by: '2026-09-05' } },
  })
  expect(approvals.get('PA-3')).toMatchObject({ state: 'pending', sensitive: true, requestedOn: null })
})

test('MP-15 OS-4 apps get rows in the shape of PDex, without drugs, and sensitive ones only if they may', async () => {
  const { memberId, memberNumber, brand: own } = await findMember('MEMBER01')
  const row = { member_number: memberNumber, decision: 'approved', decided_at: '2026-03-06T02:30:00Z' }
  await importFiles(
    portal.database,
    {
      'a.csv': csv(
        { ...row, authorization_number: 'APP-1', service: 'Knee MRI', units_approved: '2', expedited: 'no' },
        { ...row, authorization_number: 'APP-2', service: 'A drug', ndc: '00006027731' },
        { ...row, authorization_number: 'APP-3', service: 'Quiet care', sensitive: 'yes' },
      ),
    },
    { kind: 'authorizations', brand: own },
  )
  const api = await openFhirApi(portal)
  const list = async (includesSensitive: boolean) => {
    const token = api.tokenFor({ brand: own, memberId, includesSensitive })
    const { body } = await api.ask(token, `/fhir/${own}/r4/ExplanationOfBenefit?use=preauthorization&_count=50`)
    const found = (body.entry ?? []).map(({ resource }: { resource: { preAuthRef: string[] } }) => resource)
    return new Map<string, Record<string, unknown>>(
      found.map((one: { preAuthRef?: string[] }) => [one.preAuthRef?.[0] ?? '', one]),
    )
  }
  const open = await list(false)
  expect([...open.keys()].filter((number) => number.startsWith('APP'))).toEqual(['APP-1'])
  expect(open.get('APP-1')).toMatchObject({
    patient: { reference: `Patient/${memberId}` },
    priority: { coding: [{ code: 'normal' }] },
    outcome: 'complete',
    item: [{ productOrService: { text: 'Knee MRI' }, adjudication: [{ extension: [{}] }, { value: 2 }] }],
  })
  expect((await list(true)).has('APP-3')).toBe(true)
})

test('MP-15 an answer of PAS is read and served as the authorization that it answers, once, and withdrawn when it is deleted', async () => {
  const answer = {
    resourceType: 'ClaimResponse',
    id: 'pas-1',
    status: 'active',
    use: 'preauthorization',
    type: { coding: [{ code: 'professional' }] },
    patient: { reference: 'Patient/pas-patient' },
    created: '2026-04-02T11:00:00-04:00',
    insurer: { display: 'The plan' },
    requestor: { display: 'Dr. Ada Sample' },
    outcome: 'complete',
    preAuthRef: 'PAS-77',
    preAuthPeriod: { start: '2026-04-02', end: '2026-07-02' },
    contained: [
      { resourceType: 'CommunicationRequest', id: 'c', status: 'active', payload: [{ contentString: 'The X-ray' }] },
    ],
    item: [
      {
        itemSequence: 1,
        extension: [
          {
            url: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-itemAuthorizedDetail',
            extension: [{ url: 'productOrServiceCode', valueCodeableConcept: { text: 'Sleep study' } }],
          },
        ],
        adjudication: [
          {
            category: { coding: [{ code: 'submitted' }] },
            extension: [
              {
                url: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-reviewAction',
                extension: [
                  {
                    url: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-reviewActionCode',
                    valueCodeableConcept: { coding: [{ code: 'A3', display: 'Not Certified' }] },
                  },
                  { url: 'reasonCode', valueCodeableConcept: { coding: [{ code: '04', display: 'Not needed' }] } },
                ],
              },
            ],
          },
        ],
      },
    ],
  }
  const person = {
    resourceType: 'Patient',
    id: 'pas-patient',
    identifier: [{ type: { coding: [{ code: 'MB' }] }, value: '70000000077' }],
    name: [{ family: 'Answered', given: ['Kim'] }],
    birthDate: '1980-02-29',
  }
  const load = (...resources: object[]) =>
    importFiles(portal.database, { 'a.ndjson': ndjson(resources) }, { kind: 'fhir', brand })
  expect((await load(person, answer)).rejected).toEqual([])
  expect((await load(answer)).counts).toMatchObject({ unchanged: 1 })
  const find = () =>
    portal.database.read
      .selectFrom('prior_authorization')
      .selectAll()
      .where('resource_id', '=', 'ClaimResponse-pas-1')
      .executeTakeFirstOrThrow()
  expect(await find()).toMatchObject({
    ...{ number: 'PAS-77', service: 'Sleep study', told: 'denied', provider_name: 'Dr. Ada Sample', withdrawn: false },
    ...{ decided_on: '2026-04-02', reasons: [{ code: '04', text: 'Not needed' }], documents: ['The X-ray'] },
  })
  const deleted = { request: { method: 'DELETE', url: 'ClaimResponse/pas-1' } }
  await load({ resourceType: 'Bundle', type: 'transaction', entry: [deleted] })
  expect((await find()).withdrawn).toBe(true)
})

test('MP-15 MP-14 another viewer of a member’s information sees none of their sensitive requests', async () => {
  const { memberNumber, brand: own } = await findMember('FAMILY02')
  const row = { member_number: memberNumber, decision: 'pending' }
  await importFiles(
    portal.database,
    {
      'a.csv': csv(
        { ...row, authorization_number: 'V-1', service: 'Knee MRI' },
        { ...row, authorization_number: 'V-2', service: 'Quiet care', sensitive: 'yes' },
      ),
    },
    { kind: 'authorizations', brand: own },
  )
  const viewer = await viewMirela(portal, ['claims'])
  const { authorizations } = (await make(viewer, calls.listMedicines, {})).body.payload
  expect(authorizations.map(({ number }) => number)).toEqual(['V-1'])
})
