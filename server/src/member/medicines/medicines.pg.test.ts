import { calls } from '@portico/contract/calls'
import type { AccessScope } from '@portico/rules/people/access'
import { countDaysLeft } from '@portico/rules/time/days-left'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { seededOn, testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { actForMember, viewMirela } from '../../../test/signed-in.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'

const portal = testPortal()

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const readMedicines = async (who: string | Client) =>
  (await make(typeof who === 'string' ? await signIn(who) : who, calls.listMedicines, {})).body.payload
const daysAgo = (days: number) => isoDayAfter(seededOn, -days)
/** The days left today of a fill so many days before that of the demo. */
const countSupply = (filledDaysAgo: number, supply: number) =>
  countDaysLeft(daysAgo(filledDaysAgo - supply + 1), easternDay(new Date()))
const findMedicine = async (who: string | Client, name: string) => {
  const found = (await readMedicines(who)).medicines.find((one) => one.name.startsWith(name))
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

describe('MP-15 what a member takes', () => {
  test('MP-15 dose, prescriber, pharmacy, days and refills left, and what each fill cost', async () => {
    const metformin = await findMedicine('MEMBER01', 'Metformin')
    expect(metformin).toMatchObject({
      taken: true,
      isOwn: false,
      dose: 'Take 1 tablet by mouth with your evening meal.',
      prescriber: 'Nora Whitfield, MD',
      daysSupply: 90,
      refillsLeft: 1,
      refillsAllowed: 3,
      next: 'refill',
      daysLeft: countSupply(23, 90),
      lastDay: daysAgo(-66),
    })
    expect(metformin.fills.map(({ day, youCents, planCents }) => [day, youCents, planCents])).toEqual([
      [daysAgo(23), 0, 1920],
      [daysAgo(114), 1000, 920],
      [daysAgo(204), 1000, 920],
    ])
    expect(metformin.fills[0]).toMatchObject({
      pharmacyName: 'Corner Pharmacy',
      pharmacyAddress: '120 Example Street, Harrisburg, PA 17101',
      quantity: 90,
      quantityUnit: 'tablets',
      isOpen: false,
    })
    const claim = await make(await signIn('MEMBER01'), calls.openClaim, {
      params: { claimId: metformin.fills[0]?.claimId ?? '' },
    })
    // By then they had reached the out-of-pocket maximum.
    expect(claim.body.payload.figures.shareCents).toBe(0)
  })

  test('MP-15 a dose that comes in fields; what nobody says is not known, never zero', async () => {
    const inhaler = await findMedicine('MEMBER01', 'Albuterol')
    expect(inhaler.dose).toBeNull()
    expect(inhaler.dosing).toMatchObject({
      amount: 2,
      unit: 'puffs',
      times: 1,
      every: 4,
      period: 'hour',
      asNeeded: true,
    })
    expect(inhaler).toMatchObject({ daysLeft: null, lastDay: null, daysSupply: null, refillsLeft: 0, next: 'renew' })
    expect(inhaler.fills[0]).toMatchObject({ youCents: null, planCents: null, claimId: null })
  })

  test('MP-15 a used-up supply has no days left, and an ended prescription is no longer taken', async () => {
    expect(await findMedicine('MEMBER01', 'Sitagliptin')).toMatchObject({ taken: true, daysLeft: 0, refillsLeft: 5 })
    expect((await findMedicine('MEMBER01', 'Amoxicillin')).taken).toBe(false)
    const { medicines } = await readMedicines('MEMBER01')
    expect(medicines.map(({ taken }) => taken)).toEqual(
      medicines
        .map(({ taken }) => taken)
        .toSorted()
        .reverse(),
    )
  })

  test('MP-15 a member known only from claims sees what pharmacies billed', async () => {
    const { medicines } = await readMedicines('TWOGROUPS')
    expect(medicines).toHaveLength(1)
    expect(medicines[0]).toMatchObject({
      name: 'Metformin 500 mg tablets, 90',
      prescriber: null,
      dose: null,
      daysLeft: countSupply(23, 90),
      refillsLeft: null,
      next: 'ask',
      fills: { length: 3 },
    })
    expect(medicines[0]?.fills[0]).toMatchObject({ pharmacyName: 'Corner Pharmacy', youCents: 1000 })
  })

  test('MP-15 LG-4 approved care is named in the reader’s language if the portal has its name', async () => {
    const client = await signIn('MEMBER01')
    client.cookies.set('language', 'es')
    const { authorizations } = await readMedicines(client)
    expect(authorizations.map(({ service }) => service)).toEqual(
      expect.arrayContaining(['Fisioterapia, 12 sesiones', 'Ozempic 1 mg pen']),
    )
  })

  test('MP-15 prior authorizations with their state and days', async () => {
    const { authorizations } = await readMedicines('MEMBER01')
    expect(authorizations.map(({ service, state }) => [service, state])).toEqual([
      ['Ozempic 1 mg pen', 'pending'],
      ['Physical therapy, 12 visits', 'approved'],
      ['Physical therapy at home, 24 visits', 'denied'],
      ['Knee surgery, two nights in the hospital', 'approved'],
      ['Sitagliptin 100 mg tablets', 'approved'],
    ])
    expect(authorizations[2]).toMatchObject({
      ...{ decidedOn: daysAgo(21), reasons: { length: 2 }, expedited: false },
      afterDenial: { kind: 'appeal', by: daysAgo(21 - 180), step: 'open' },
    })
    expect(authorizations[3]).toMatchObject({ expedited: true, unitsApproved: 2, unitsUsed: 2 })
    expect(authorizations[4]).toMatchObject({ decidedOn: daysAgo(78), requestedOn: daysAgo(80), begins: daysAgo(78) })
    expect((await readMedicines('MEMBERMN')).authorizations[0]).toMatchObject({
      state: 'denied',
      note: expect.stringContaining('try metformin first'),
    })
  })

  test('MP-15 a plan that has sent nothing shows nothing', async () => {
    expect(await readMedicines('MAILBOX1')).toMatchObject({ medicines: [], authorizations: [], asOf: null })
  })
})

describe('MP-14 MP-15 who sees which medicines', () => {
  const take = async (...resources: readonly object[]) => {
    const asked = { kind: 'fhir', brand: 'hmbcbs', brands: [] }
    const { rejected } = await importFiles(portal.database, { 'some.ndjson': ndjson(resources) }, asked)
    expect(rejected).toEqual([])
  }

  test('MP-14 the subscriber sees a child’s, a spouse does not see the subscriber’s', async () => {
    const { people, medicines } = await readMedicines('FAMILY01')
    expect(people.map(({ firstName }) => firstName)).toEqual(['Tomas', 'Alma'])
    const alma = medicines.filter(({ person }) => person.firstName === 'Alma')
    expect(alma.map(({ name }) => name)).toEqual(['Albuterol 90 mcg inhaler'])
    expect((await readMedicines('FAMILY02')).people.map(({ firstName }) => firstName)).toEqual(['Mirela'])
  })

  test('MP-14 a medicine labeled sensitive is the patient’s own: a rep who acts for them does not see it', async () => {
    expect((await findMedicine('MEMBER01', 'Sertraline')).taken).toBe(true)
    const rep = await actForMember(portal.origin, 'MEMBER01')
    const { medicines } = await readMedicines(rep)
    expect(medicines.length).toBeGreaterThan(2)
    expect(medicines.map(({ name }) => name)).not.toContain('Sertraline 100 mg tablets')
  })

  test('MP-14 RG-3 whoever was given the plan alone sees no medicine', async () => {
    const look = async (scopes: readonly AccessScope[]) => {
      const client = await viewMirela(portal, scopes)
      return make(client, calls.listMedicines, {})
    }
    const more = await look(['coverage', 'claims'])
    expect(more.body.payload.medicines.map(({ name }) => name)).toEqual(['Levothyroxine 75 mcg tablets'])
    expect((await look(['coverage'])).status).toBe(403)
  })

  test('MP-15 IM-1 renewals of a drug are one medicine, and an authorization that was entered in error is none', async () => {
    const of = { reference: 'Patient/74687955400' }
    const buildRequest = (id: string, day: string, more: object = {}) => ({
      resourceType: 'MedicationRequest',
      id,
      status: 'active',
      intent: 'order',
      subject: of,
      authoredOn: day,
      medicationCodeableConcept: { text: 'Warfarin 5 mg tablets' },
      dispenseRequest: { numberOfRepeatsAllowed: 2 },
      ...more,
    })
    const buildDispense = (id: string, prescription: string, day: string) => ({
      resourceType: 'MedicationDispense',
      id,
      status: 'completed',
      subject: of,
      whenHandedOver: day,
      medicationCodeableConcept: { text: 'warfarin 5 mg  tablets' },
      authorizingPrescription: [{ reference: `MedicationRequest/${prescription}` }],
      daysSupply: { value: 30, code: 'd' },
    })
    await take(
      buildRequest('w1', daysAgo(300), { status: 'completed' }),
      buildRequest('w2', daysAgo(40)),
      buildDispense('d1', 'w1', daysAgo(290)),
      buildDispense('d2', 'w2', daysAgo(39)),
      buildDispense('d3', 'w2', daysAgo(9)),
      {
        resourceType: 'ExplanationOfBenefit',
        id: 'pa-x',
        use: 'preauthorization',
        status: 'entered-in-error',
        patient: of,
        outcome: 'complete',
        preAuthRef: ['1'],
        item: [],
      },
      {
        resourceType: 'ExplanationOfBenefit',
        id: 'pa-y',
        use: 'preauthorization',
        status: 'active',
        patient: of,
        outcome: 'complete',
        item: [{ sequence: 1, productOrService: { text: 'Knee MRI' } }],
      },
    )
    const warfarin = await findMedicine('MEMBER02', 'Warfarin')
    expect(warfarin).toMatchObject({
      daysLeft: countSupply(9, 30),
      refillsLeft: 1,
      fills: { length: 3 },
      writtenOn: daysAgo(40),
    })
    const { authorizations } = await readMedicines('MEMBER02')
    expect(authorizations.map(({ service, state }) => [service, state])).toEqual([['Knee MRI', 'unknown']])
  })

  test('MP-15 RO-4 every reading of it is in the audit log', async () => {
    const answer = await make(await signIn('MEMBER02'), calls.listMedicines, {})
    expect(await listEvents(portal.database, answer)).toMatchObject([
      { actor_login_id: 'MEMBER02', action: 'medicines.read' },
    ])
  })
})
