import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrors } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { readFiles } from '../../imports/imports/files.ts'
import { importFhir } from '../../imports/imports/run.ts'
import type { Found } from '../../imports/imports/source/found.ts'
import { findCovered } from '../member/matching.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  const files = [join(import.meta.dirname, '../../../test/fhir/carin-blue-button.ndjson.gz')]
  const options = { brand: 'hmbcbs', files, assignNumbers: false, dryRun: false, now: new Date() }
  await importFhir(portal.database, options, {
    read: () => withPlainNames(readFiles(files)),
    reject: () => {},
    progress: () => {},
  })
})
afterAll(() => portal?.close())

/** Replaces the names in the examples, which contain digits, unlike real names. */
async function* withPlainNames(resources: ReturnType<typeof readFiles>): AsyncGenerator<Found> {
  for await (const found of resources)
    yield found.refused === undefined ? { ...found, text: found.text.replaceAll('Member 01', 'Marion') } : found
}

/** A person from the examples of CARIN Blue Button: their card has a different number than the contract. */
const onCard = {
  brand: 'hmbcbs',
  zipCode: '15222',
  userType: 'MREG',
  relationship: 'SELF',
  memberId: '88800933501',
  firstName: 'Marion',
  lastName: 'Test',
  dateOfBirth: '01/01/1943',
}
const match = (more: Record<string, string> = {}) =>
  make(new Client(portal.origin), calls.matchCoverage, { body: { ...onCard, ...more } })

test('RG-1 IM-1 a person whom a plan’s files brought registers by the member number on their card, or by the contract’s', async () => {
  const [row] = await portal.database.read
    .selectFrom('member')
    .select(['member_number', 'contract_number'])
    .where('brand', '=', 'hmbcbs')
    .where('member_number', '=', onCard.memberId)
    .execute()
  expect(row?.contract_number).not.toBe(onCard.memberId)
  expect((await match()).status).toBe(200)
  // The contract's number in the example is too short to enter.
  const { brand, firstName, lastName } = onCard
  const described = { brand, firstName, lastName, dateOfBirth: '1943-01-01', memberId: row?.contract_number ?? '' }
  expect(await findCovered(portal.database.read, described, '2026-11-30')).toMatchObject({ firstName, lastName })
})

test('RG-1 the number on a card stands for its owner alone, with their own name and day of birth', async () => {
  for (const wrong of [{ firstName: 'Johnny' }, { lastName: 'Tester' }, { dateOfBirth: '01/02/1943' }])
    expect(listErrors(await match({ ...wrong }))).toEqual([400, 'coverage GEN-NOMATCH'])
})

test('RG-1 VA-5 a Social Security number has the form of a member ID and is nobody’s, though the plan’s file has it', async () => {
  const identify = (code: string, value: string, system?: string) => ({ type: { coding: [{ code }] }, value, system })
  const patient = {
    resourceType: 'Patient',
    id: 'with-ssn',
    identifier: [
      identify('SS', '900-11-2222', 'http://hl7.org/fhir/sid/us-ssn'),
      identify('SB', '900112223', 'urn:oid:2.16.840.1.113883.4.1'),
      identify('MB', '88800944601'),
    ],
    name: [{ family: 'Ask', given: ['Liv'] }],
    birthDate: '1981-01-01',
  }
  const { counts } = await importFiles(
    portal.database,
    { 'one.ndjson': ndjson([patient]) },
    { kind: 'fhir', brand: 'hmbcbs' },
  )
  expect(counts).toMatchObject({ created: 1, rejected: 0 })
  const person = { firstName: 'Liv', lastName: 'Ask', dateOfBirth: '01/01/1981' }
  for (const memberId of ['900112222', '900112223'])
    expect(listErrors(await match({ ...person, memberId }))).toEqual([400, 'coverage GEN-NOMATCH'])
  expect(listErrors(await match({ ...person, memberId: '900-11-2222' }))).toEqual([400, 'memberId member-id.invalid'])
  expect((await match({ ...person, memberId: '88800944601' })).status).toBe(200)
})

test('RG-1 MP-12 IM-1 a person with several cards registers by the number on any of them, as long as it counts', async () => {
  const code = (text: string) => ({ coding: [{ code: text }] })
  const number = (value: string, more: object = {}) => ({ type: code('MB'), value, ...more })
  const patient = {
    ...{
      resourceType: 'Patient',
      id: 'two-cards',
      name: [{ family: 'Cards', given: ['Ada'] }],
      birthDate: '1980-02-03',
    },
    identifier: [
      number('88800955501', { assigner: { display: 'Acme Dental' } }),
      number('88800955502'),
      number('88800955503', { period: { end: '2020-12-31' } }),
    ],
  }
  const coverage = (id: string, subscriberId: string, more: object) => ({
    ...{
      resourceType: 'Coverage',
      id,
      status: 'active',
      subscriberId,
      beneficiary: { reference: 'Patient/two-cards' },
    },
    ...{ relationship: code('self'), payor: [{ display: 'Test Plan' }], class: [{ type: code('group'), value: id }] },
    ...more,
  })
  const resources = [
    patient,
    coverage('two-cards-m', '88800955502', { period: { start: '2020-01-01' } }),
    coverage('two-cards-v', '88800955504', { period: { start: '2020-01-01' }, type: code('VISPOL') }),
    coverage('two-cards-e', '88800955505', {
      period: { start: '2020-01-01', end: '2020-12-31' },
      type: code('DENTPRG'),
    }),
    coverage('two-cards-w', '88800955506', { period: { start: '2020-01-01' }, status: 'cancelled' }),
  ]
  await importFiles(portal.database, { 'one.ndjson': ndjson(resources) }, { kind: 'fhir', brand: 'hmbcbs' })
  const person = { firstName: 'Ada', lastName: 'Cards', dateOfBirth: '02/03/1980' }
  const statuses = []
  for (const last of ['1', '2', '3', '4', '5', '6'])
    statuses.push((await match({ ...person, memberId: `8880095550${last}` })).status)
  expect(statuses).toEqual([200, 200, 400, 200, 400, 400])
  expect((await match({ ...person, firstName: 'Adam', memberId: '88800955501' })).status).toBe(400)
})
