import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions, tablesHolding } from '../../../test/rows.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { isoDayAfter } from '../../platform/day.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')

const read = async (client = member) => (await make(client, calls.wellness, {})).body.payload
const mark = (day: string, done = true, goal: 'move' | 'sleep' = 'move') =>
  make(member, calls.markGoal, { body: { goal, day, done } })

describe('MP-20 preventive care', () => {
  test('MP-20 shows what claims prove, with the day, and otherwise that there is no claim, each with its source', async () => {
    const { care, claimsAsOf } = await read()
    const flu = care.find(({ id }) => id === 'flu')
    expect(flu).toMatchObject({ source: { by: 'ACIP', date: '2025-10-07' } })
    expect(flu?.last).not.toBeNull()
    expect(flu?.state).toBe((flu?.next ?? '') > (await read()).today ? 'shown' : 'again')
    expect(care.find(({ id }) => id === 'tetanus')).toMatchObject({ state: 'no-claim', last: null, next: null })
    expect(claimsAsOf).not.toBeNull()
    for (const { source } of care)
      expect(source.url).toMatch(/^https:\/\/www\.(uspreventiveservicestaskforce\.org|cdc\.gov)\//)
    // Until the member says their sex, it is unknown whether care for one sex applies.
    expect(care.filter(({ sex }) => sex !== null).every(({ ifApplies }) => ifApplies)).toBe(true)
  })

  test('MP-20 IM-1 a vaccine that a claim names by its CVX number shows the shot, as long as it counts', async () => {
    const { read: db } = portal.database
    const [line] = await db
      .selectFrom('claim_line')
      .innerJoin('account', 'account.member_id', 'claim_line.member_id')
      .select(['claim_line.member_id', 'claim_id', 'line'])
      .where('login_id', '=', 'MEMBER01')
      .where('code', '=', 'G0008')
      .execute()
    const change = (code: string) =>
      db
        .updateTable('claim_line')
        .set({ code })
        .where('member_id', '=', line?.member_id ?? '')
        .where('claim_id', '=', line?.claim_id ?? '')
        .where('line', '=', line?.line ?? 0)
        .execute()
    await change('CVX 113')
    const tetanus = (await read()).care.find(({ id }) => id === 'tetanus')
    expect(tetanus).toMatchObject({ state: 'shown', last: expect.any(String) })
    expect(tetanus?.next?.slice(0, 4)).toBe(String(Number(tetanus?.last?.slice(0, 4)) + 10))
    // A bare number does not identify a vaccine: other code sets have it, too.
    await change('113')
    expect((await read()).care.find(({ id }) => id === 'tetanus')).toMatchObject({ state: 'no-claim' })
    await change('G0008')
  })

  test('MP-20 a claim that was withdrawn shows nothing', async () => {
    const { read: db } = portal.database
    const lines = await db
      .selectFrom('claim_line')
      .innerJoin('account', 'account.member_id', 'claim_line.member_id')
      .select(['claim_id', 'claim_line.member_id'])
      .where('login_id', '=', 'MEMBER01')
      .where('code', '=', 'G0008')
      .execute()
    const before = await db.selectFrom('claim').select(['claim_id', 'state']).execute()
    const withdraw = (state: 'cancelled' | null) =>
      Promise.all(
        lines.map(({ claim_id }) =>
          db
            .updateTable('claim')
            .set({ state: state ?? before.find((one) => one.claim_id === claim_id)?.state ?? 'paid' })
            .where('claim_id', '=', claim_id)
            .execute(),
        ),
      )
    await withdraw('cancelled')
    expect((await read()).care.find(({ id }) => id === 'flu')).toMatchObject({ state: 'no-claim', last: null })
    await withdraw(null)
  })
})

describe('MP-20 RG-3 vaccines and check-ups of a child', () => {
  const see = async (login: string, firstName: string, language = 'en') => {
    const viewer = await memberClient(portal.origin, login)
    const { held } = (await make(viewer, calls.listPeople, {})).body.payload
    const personId = held.find((one) => one.firstName === firstName)?.personId ?? ''
    expect((await make(viewer, calls.startViewing, { body: { personId } })).status).toBe(200)
    return make(viewer, calls.childCare, {}, { 'accept-language': language })
  }

  test('MP-20 RG-3 a parent sees what a young child had and what is advised at that age, with a check-up, and it is audited', async () => {
    const answer = await see('FAMILY01', 'Alma')
    const { child } = answer.body.payload
    expect(child?.care.map(({ id }) => id)).toEqual(['well-child', 'childhood-shots', 'flu'])
    expect(child?.care.filter(({ id }) => id === 'hpv' || id === 'tetanus')).toEqual([])
    expect(child?.vaccines[0]).toMatchObject({ name: 'Flu shot' })
    expect(child?.care.find(({ id }) => id === 'flu')).toMatchObject({ state: 'shown', last: child?.vaccines[0]?.day })
    expect(child?.care.find(({ id }) => id === 'well-child')).toMatchObject({
      state: 'shown',
      last: expect.any(String),
    })
    // Besides the vaccines on record, no claim could show these, so we do not say that none does.
    expect(child?.care.find(({ id }) => id === 'childhood-shots')).toMatchObject({ state: 'ask', last: null })
    expect(await listAuditedActions(portal.database, answer)).toEqual(['wellness.child-read done'])
  })

  test('MP-20 LG-1 a parent who reads Spanish is told in Spanish what a vaccine of the record is against', async () => {
    const { child } = (await see('FAMILY01', 'Alma', 'es')).body.payload
    const names = child?.vaccines.map(({ name }) => name) ?? []
    expect(names[0]).toBe('Gripe')
    for (const name of names) expect(name).not.toMatch(/shot|polio \(age|Measles/)
  })

  test('MP-14 MP-20 a child’s sensitive vaccine or claim counts for nobody else', async () => {
    const { read: db } = portal.database
    const mark = (sensitive: boolean) =>
      db
        .updateTable('fhir_resource')
        .set({ sensitive })
        .where('type', '=', 'Immunization')
        .where('body', 'like', '%Flu shot%')
        .execute()
    await mark(true)
    const { child } = (await see('FAMILY01', 'Alma')).body.payload
    expect(child?.vaccines.map(({ name }) => name)).not.toContain('Flu shot')
    expect(child?.care.find(({ id }) => id === 'flu')).toMatchObject({ state: 'no-claim' })
    await mark(false)
  })

  test('MP-20 RG-3 nothing is shown about an older child, a spouse or anyone else, nor to a rep', async () => {
    expect((await see('CAREGIV1', 'Chung')).body.payload).toEqual({ child: null })
    const jonas = await see('FAMILY01', 'Jonas')
    expect(listErrorCodes(jonas)).toEqual(['ACCESS-NOT-GIVEN'])
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect((await make(rep, calls.childCare, {})).body.payload?.child ?? null).toBeNull()
  })
})

describe('MP-20 what a member says of their health', () => {
  test('MP-20 is stored for them alone, shapes their advice, can be exported, and goes when they say so', async () => {
    const answers = { sex: 'male', smoking: 'never', mood: 'low-days' } as const
    const saved = await make(member, calls.saveAssessment, { body: { answers } })
    expect(saved.body.payload.assessment).toMatchObject({ answers, tips: ['mood'] })
    expect(await listAuditedActions(portal.database, saved)).toEqual(['wellness.assessment-save done'])
    const { care } = await read()
    expect(care.filter(({ sex, smoked }) => sex === 'female' || smoked)).toEqual([])
    expect(await tablesHolding(portal.database, 'low-days')).toEqual(['wellness_assessment'])
    const file = (await make(member, calls.exportData, { body: { format: 'json' } })).bytes.toString()
    expect(JSON.parse(file).member.assessment).toMatchObject([{ answers }])
    expect((await make(member, calls.deleteAssessment, {})).body.payload).toEqual({ assessment: null })
    expect(await tablesHolding(portal.database, 'low-days')).toEqual([])
    expect((await read()).assessment).toBeNull()
  })

  test('MP-20 neither a rep who acts for them nor a viewer of their information gets to it', async () => {
    await make(member, calls.saveAssessment, { body: { answers: { sleep: 'short' } } })
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect(listErrorCodes(await make(rep, calls.wellness, {}))).toEqual(['SIMULATION-BLOCKED'])
    expect(listErrorCodes(await make(rep, calls.deleteAssessment, {}))).toEqual(['SIMULATION-BLOCKED'])
    const other = await memberClient(portal.origin, 'CAREGIV1')
    const { held } = (await make(other, calls.listPeople, {})).body.payload
    await make(other, calls.startViewing, { body: { personId: held[0]?.personId ?? '' } })
    expect(listErrorCodes(await make(other, calls.wellness, {}))).toEqual(['ACCESS-NOT-GIVEN'])
    expect((await read(await memberClient(portal.origin, 'MEMBER02'))).assessment).toBeNull()
  })
})

describe('MP-20 goals', () => {
  test('MP-20 days are marked and taken back, count once, and weeks in a row are told', async () => {
    const { today } = await read()
    await make(member, calls.setGoal, { body: { goal: 'move', perWeek: 1 } })
    await Promise.all([mark(today), mark(today)])
    const second = await mark(isoDayAfter(today, -7))
    expect(second.body.payload.goals).toMatchObject([{ goal: 'move', done: 1, streak: 2, best: 2 }])
    await make(member, calls.setGoal, { body: { goal: 'move', perWeek: 2 } })
    expect((await mark(today, false)).body.payload.goals).toMatchObject([{ perWeek: 2, done: 0, streak: 0, best: 0 }])
    for (const day of [isoDayAfter(today, 1), isoDayAfter(today, -14)])
      expect(listErrorCodes(await mark(day))).toEqual(['date.invalid'])
    expect((await mark(today, true, 'sleep')).status).toBe(404)
    const params = { goal: 'move' } as const
    expect((await make(member, calls.endGoal, { params })).body.payload.goals).toEqual([])
    expect((await make(member, calls.endGoal, { params })).status).toBe(404)
  })

  test('MP-20 programs and rewards are those of the brand', async () => {
    const ofBrand = async (login: string) => {
      const { programs, rewards } = await read(await memberClient(portal.origin, login))
      return [programs.map(({ id }) => id), rewards.map(({ id }) => id)]
    }
    expect(await ofBrand('MEMBER01')).toEqual([['quit', 'nurse-line', 'walking'], ['fitness-fee']])
    expect(await ofBrand('MEMBERND')).toEqual([['quit', 'nurse-line', 'heart-nd'], []])
  })
})
