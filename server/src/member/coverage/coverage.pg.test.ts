import { calls } from '@portico/contract/calls'
import type { AccessScope } from '@portico/rules/people/access'
import { sql } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { memberClient, signInClient } from '../../../test/client.ts'
import { view } from '../../../test/people.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { viewMirela } from '../../../test/signed-in.ts'
import { benefitIn } from './benefit-rows.ts'

const portal = testPortal()

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const buildCoverage = async (loginId: string) => (await make(await signIn(loginId), calls.benefits, {})).body.payload
const readMainPlan = async (loginId: string) => {
  const [plan] = (await buildCoverage(loginId)).plans
  if (plan === undefined) throw new Error('There is no plan.')
  return plan
}
const lines = (balances: readonly { kind: string; network: string; usedCents: number | null; limitCents: number }[]) =>
  balances.filter(({ network }) => network === 'in').map((one) => [one.kind, one.usedCents, one.limitCents])

describe('MP-12 a member’s coverage', () => {
  test('MP-12 who is covered and when, and what the plan pays in and out of network', async () => {
    const plan = await readMainPlan('MEMBER01')
    expect(plan).toMatchObject({ planName: 'PPO Blue 1500', kind: 'medical', coversDrugs: true, standing: 'active' })
    expect(plan.covered.map(({ firstName, relationship }) => [firstName, relationship])).toEqual([
      ['Mayte', 'self'],
      ['Ramiro', 'spouse'],
      ['Ines', 'dependent'],
    ])
    expect(plan.benefits.find(({ service }) => service === 'Urgent care')).toMatchObject({
      section: 'Visits',
      in: { covered: true, copayCents: 6_000, deductibleApplies: false },
      out: { covered: true, copayCents: null, coinsurance: 40, deductibleApplies: true },
    })
    const therapy = plan.benefits.find(({ service }) => service === 'Physical therapy')
    expect(therapy?.in).toMatchObject({ limit: '30 visits a year', words: 'In and out of network together.' })
    const scan = plan.benefits.find(({ service }) => service.startsWith('Imaging'))
    expect([scan?.in?.priorAuthorization, scan?.asked]).toEqual([true, expect.stringContaining('x-ray')])
    expect(plan.documents.map(({ title }) => title)).toContain('Summary of Benefits and Coverage')
  })

  test('MP-12 LG-1 in Spanish if we have the words, else in the plan’s own', async () => {
    const client = await signIn('MEMBER01')
    client.cookies.set('language', 'es')
    const { plans } = (await make(client, calls.benefits, {})).body.payload
    const rows = plans.flatMap((plan) => plan.benefits)
    expect(rows.find(({ service }) => service === 'Fisioterapia')).toMatchObject({
      spoken: 'es',
      section: 'Recuperación',
      sectionSpoken: 'es',
      in: { limit: '30 sesiones al año', words: 'Dentro y fuera de la red en conjunto.', coinsurance: 20 },
    })
    expect(rows.filter(({ spoken, sectionSpoken }) => spoken !== 'es' || sectionSpoken !== 'es')).toEqual([])
    const [own] = rows
    if (own === undefined) throw new Error('There is no benefit.')
    const more = benefitIn({ ...own, service: 'Cuddling', spoken: 'en', section: 'Visits' }, 'es')
    expect(more).toMatchObject({ service: 'Cuddling', spoken: 'en', section: 'Consultas', sectionSpoken: 'es' })
  })

  test.each(['es', 'ar', 'zh'] as const)(
    'MP-12 LG-4 every benefit of the demo has its name in %s',
    async (language) => {
      for (const loginId of ['MEMBER01', 'FAMILY01', 'MEMBERND', 'MEDICAIDND', 'MEMBERWY']) {
        const client = await signIn(loginId)
        client.cookies.set('language', language)
        const { plans } = (await make(client, calls.benefits, {})).body.payload
        const rows = plans.flatMap((plan) => plan.benefits)
        expect(rows.length).toBeGreaterThan(5)
        expect(rows.filter((one) => one.spoken !== language || one.sectionSpoken !== language)).toEqual([])
      }
    },
  )

  test('MP-12 MP-4 in Medicare a drug counts toward no limit of the medical plan, on its claim as on Coverage', async () => {
    const client = await signIn('MEDICMN01')
    const { claims } = (await make(client, calls.listClaims, { query: { pageSize: '100' } })).body.payload
    const details = []
    for (const { claimId } of claims.filter(({ state }) => state !== 'in-progress'))
      details.push((await make(client, calls.openClaim, { params: { claimId } })).body.payload)
    const drugs = details.filter(({ type }) => type === 'pharmacy')
    expect(drugs.length).toBeGreaterThan(0)
    expect(drugs.flatMap(({ effects }) => effects)).toEqual([])
    const counted = details.filter(({ type, state }) => type !== 'pharmacy' && state !== 'denied')
    const used = counted.reduce((cents, { figures }) => cents + (figures.shareCents ?? 0), 0)
    const main = await readMainPlan('MEDICMN01')
    expect(main.drugsApart).toBe(true)
    expect((await readMainPlan('MEMBER01')).drugsApart).toBe(false)
    const [own] = main.people
    const most = own?.balances.find(({ kind, network }) => kind === 'out-of-pocket' && network === 'in')
    expect(most?.usedCents).toBe(used)
  })

  test('MP-12 embedded: each has their own limits within the family’s, counted from claims', async () => {
    const plan = await readMainPlan('MEMBER01')
    expect(plan.familyRules.deductible).toBe('embedded')
    const [own] = plan.people
    const family = plan.family === 'withheld' ? [] : (plan.family ?? [])
    expect(lines(own?.balances ?? []).map(([kind, , limit]) => [kind, limit])).toEqual([
      ['deductible', 150_000],
      ['out-of-pocket', 400_000],
    ])
    for (const one of own?.balances ?? []) {
      const whole = family.find(({ kind, network }) => kind === one.kind && network === one.network)
      expect(one.basis).toBe('counted')
      expect(one.usedCents).toBeLessThanOrEqual(one.limitCents)
      expect(whole?.usedCents).toBeGreaterThanOrEqual(one.usedCents ?? 0)
      expect(whole?.usedCents).toBeLessThanOrEqual(whole?.limitCents ?? 0)
    }
  })

  test('MP-12 aggregate: only the family’s limits apply, and a newborn’s claims count', async () => {
    const plan = await readMainPlan('HSAFAM01')
    expect(plan.familyRules.deductible).toBe('aggregate')
    expect(plan.people.flatMap(({ balances }) => balances)).toEqual([])
    expect(lines(plan.family === 'withheld' ? [] : (plan.family ?? []))[0]).toEqual(['deductible', 640_000, 640_000])
    expect(plan.covered.map(({ firstName }) => firstName)).toEqual(['Marcus', 'Dana', 'Iris'])
  })

  test('MP-12 a family at its maximum, as the plan’s own file says', async () => {
    const plan = await readMainPlan('FAMILY01')
    const family = plan.family === 'withheld' ? [] : (plan.family ?? [])
    expect(lines(family)[1]).toEqual(['out-of-pocket', 800_000, 800_000])
    const max = family.find(({ kind, network }) => kind === 'out-of-pocket' && network === 'in')
    expect(max).toMatchObject({ basis: 'told', asOf: expect.stringMatching(/^\d{4}-/) })
  })

  test('MP-1 MP-12 Home shows the limit that is reached first: the family’s, even if the person has not reached their own', async () => {
    const client = await signIn('FAMILY02')
    const { accumulators } = (await make(client, calls.overview, {})).body.payload
    const inNetwork = accumulators.filter(({ network }) => network === 'in')
    expect(inNetwork.sort((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
      { kind: 'deductible', holder: 'family', usedCents: 500_000, limitCents: 500_000 },
      { kind: 'out-of-pocket', holder: 'family', usedCents: 800_000, limitCents: 800_000 },
    ])
  })

  test('MP-13 MP-12 a plan that has sent nothing shows nothing, and no zero', async () => {
    const plan = await readMainPlan('MAILBOX1')
    expect(plan).toMatchObject({ year: null, benefits: [], documents: [], loadedAt: null, family: null })
    expect(plan.people.flatMap(({ balances }) => balances)).toEqual([])
    const overview = (await make(await signIn('MAILBOX1'), calls.overview, {})).body.payload
    expect([overview.accumulators, overview.copays, overview.rx]).toEqual([[], [], null])
  })

  test('MP-12 HT-4 coverage that waits for its first premium, and one that is over', async () => {
    const standings = async (loginId: string) =>
      (await buildCoverage(loginId)).plans.map(({ planName, standing }) => [planName, standing])
    expect(await standings('TWOGROUPS')).toEqual([
      ['PPO Blue 1000', 'active'],
      ['Individual Dental', 'pending'],
    ])
    expect(await standings('MEMBERID')).toEqual([
      ['Sawtooth PPO 2000', 'active'],
      ['Sawtooth PPO 1500', 'ended'],
    ])
  })

  test('MP-12 other insurance, and who pays first', async () => {
    expect((await buildCoverage('MEMBER02')).otherInsurance).toEqual([
      {
        payerName: 'Medicare',
        planName: 'Medicare Part A',
        policyNumber: '1EG4TE5MK73',
        kind: 'medical',
        paysOrder: 2,
        begins: '2023-02-01',
        ends: null,
      },
    ])
    expect((await buildCoverage('MEMBER01')).otherInsurance).toEqual([])
  })

  test('MP-12 an ID card for each plan and for the pharmacy, and the children’s cards', async () => {
    const { cards } = await buildCoverage('MEMBER01')
    expect(cards.map(({ firstName, kind, own }) => [firstName, kind, own])).toEqual([
      ['Mayte', 'medical', true],
      ['Mayte', 'drug', true],
      ['Mayte', 'dental', true],
      ['Ines', 'medical', false],
      ['Ines', 'drug', false],
      ['Ines', 'dental', false],
    ])
    expect(new Set(cards.map(({ cardId }) => cardId)).size).toBe(6)
    expect(cards[0]).toMatchObject({ memberNumber: '99406232200', rx: { bin: '610014' }, copays: { length: 4 } })
    const frontier = (await buildCoverage('MEMBERWY')).cards
    expect(frontier.map(({ kind }) => kind)).toEqual(['medical', 'drug', 'dental', 'vision'])
  })
})

describe('MP-12 ID cards as files', () => {
  const readCardFile = async (loginId: string, query: { format: 'png' | 'svg' | 'pdf'; side?: 'front' | 'back' }) => {
    const client = await signIn(loginId)
    const [card] = (await make(client, calls.benefits, {})).body.payload.cards
    return make(client, calls.idCardFile, { params: { cardId: card?.cardId ?? '' }, query })
  }

  test('MP-12 a side as SVG says what the card says, in words, too', async () => {
    const front = await readCardFile('MEMBER01', { format: 'svg' })
    expect([front.status, front.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    const svg = front.bytes.toString()
    for (const text of ['994 062 322 00', 'Mayte Escobar', 'PPO Blue 1500', '1005512']) expect(svg).toContain(text)
    expect(svg).toMatch(/<title id="words">[^<]*Member ID: 99406232200/)
    const back = (await readCardFile('MEMBER01', { format: 'svg', side: 'back' })).bytes.toString()
    for (const text of ['610014', '$25', '911', 'Nurse line', '1-800-555-0181']) expect(back).toContain(text)
    // A brand without a nurse line.
    const west = (await readCardFile('MEMBERWY', { format: 'svg', side: 'back' })).bytes.toString()
    expect(west).not.toContain('Nurse line')
  })

  test('MP-1 MP-12 the back names deductible, out-of-pocket maximum, phone and website for help, and an emergency whole', async () => {
    const { cards } = await buildCoverage('MEMBER01')
    const of = (holder: 'person' | 'family') =>
      cards[0]?.limits
        .filter((one) => one.network === 'in' && one.holder === holder)
        .map(({ limitCents }) => limitCents)
    expect([of('person'), of('family')]).toEqual([
      [150_000, 400_000],
      [300_000, 800_000],
    ])
    expect(cards[0]?.emergency).toMatchObject({ covered: true, copayCents: expect.any(Number) })
    // What pharmacies need says nothing about a plan's limits.
    expect(cards[1]).toMatchObject({ kind: 'drug', limits: [], emergency: null })
    const back = (await readCardFile('MEMBER01', { format: 'svg', side: 'back' })).bytes.toString()
    for (const text of ['Deductible', '$1,500, family $3,000', 'Out-of-pocket max', '$4,000, family $8,000'])
      expect(back).toContain(text)
    expect(back).toMatch(/1-800-555-01\d\d/)
    expect(back).toMatch(/>[a-z.]+\.example</)
  })

  test('MP-12 a stored name with a character that no picture can hold does not keep the card from being drawn', async () => {
    const setName = (name: string) =>
      sql`update member set first_name = ${name} where first_name like 'Mayte%' and last_name = 'Escobar'`.execute(
        portal.database.read,
      )
    await setName('Mayte\u0007')
    const { status, bytes } = await readCardFile('MEMBER01', { format: 'png' })
    await setName('Mayte')
    expect([status, bytes.subarray(1, 4).toString()]).toEqual([200, 'PNG'])
  })

  test('MP-12 a side as PNG, in the size of a plastic card', async () => {
    const { bytes, headers } = await readCardFile('MEMBERWY', { format: 'png', side: 'back' })
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1012, 638])
  })

  test('MP-12 MP-5 both sides as a tagged PDF with their words, in either language', async () => {
    const { bytes, headers } = await readCardFile('MEMBERWY', { format: 'pdf' })
    expect([headers.get('content-type'), bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
    const pdf = bytes.toString('latin1')
    expect(pdf).toContain('/StructTreeRoot')
    expect(pdf.match(/\/S \/Figure/g)).toHaveLength(3)
    expect(pdf).toContain('/Lang (en)')
  })

  test('MP-12 MP-5 LG-4 the document of each card is one page, in every language that it is printed in', async () => {
    const pages: unknown[] = []
    for (const loginId of ['MEMBER01', 'MEMBERWY', 'MEDICMN01'])
      for (const language of ['en', 'es', 'zh']) {
        const client = await signIn(loginId)
        client.cookies.set('language', language)
        for (const { cardId, kind } of (await make(client, calls.benefits, {})).body.payload.cards) {
          const { bytes } = await make(client, calls.idCardFile, { params: { cardId }, query: { format: 'pdf' } })
          const { numPages } = await getDocumentProxy(new Uint8Array(bytes))
          if (numPages !== 1) pages.push([loginId, language, kind, numPages])
        }
      }
    expect(pages).toEqual([])
  })
})

describe('MP-14 who sees which parts', () => {
  test('MP-14 the subscriber sees children under 14 individually, and for all others only the family’s total', async () => {
    const plan = await readMainPlan('FAMILY01')
    expect(plan.people.map(({ firstName }) => firstName)).toEqual(['Tomas', 'Alma'])
    expect(plan.covered.map(({ firstName }) => firstName)).toEqual(['Tomas', 'Mirela', 'Alma', 'Jonas'])
    expect(Array.isArray(plan.family)).toBe(true)
  })

  test('MP-14 a spouse sees their own amounts and the family’s total', async () => {
    const plan = await readMainPlan('FAMILY02')
    expect(plan.people.map(({ firstName, own }) => [firstName, own])).toEqual([['Mirela', true]])
    expect(Array.isArray(plan.family)).toBe(true)
  })

  test('MP-14 RG-3 a viewer of a member sees only that member, and amounts only with access to claims', async () => {
    const look = async (scopes: readonly AccessScope[]) => {
      const client = await viewMirela(portal, scopes)
      return (await make(client, calls.benefits, {})).body.payload
    }
    const plan = (await look(['coverage', 'claims'])).plans[0]
    expect(plan?.covered.map(({ firstName }) => firstName)).toEqual(['Mirela'])
    expect([plan?.people.length, plan?.family]).toEqual([1, 'withheld'])
    const less = await look(['coverage'])
    expect([less.plans[0]?.people, less.plans[0]?.family, less.plans[0]?.countedAsOf]).toEqual([[], 'withheld', null])
    expect(less.cards.every(({ firstName }) => firstName === 'Mirela')).toBe(true)
  })

  test('RG-3 MP-12 a parent reads the same limits of a child, and of the family, on the child’s pages as on their own', async () => {
    const parent = await memberClient(portal.origin, 'FAMILY01')
    const [own] = (await make(parent, calls.benefits, {})).body.payload.plans
    const { held } = (await make(parent, calls.listPeople, {})).body.payload
    const alma = await view(parent, held.find(({ firstName }) => firstName === 'Alma')?.personId ?? '')
    const [seen] = (await make(alma, calls.benefits, {})).body.payload.plans
    expect(seen?.family).toEqual(own?.family)
    const ofAlma = (plan: typeof own) => plan?.people.find(({ firstName }) => firstName === 'Alma')?.balances
    expect(ofAlma(seen)).toEqual(ofAlma(own))
    expect(own?.family).not.toBeNull()
    expect((await make(alma, calls.spendingOutlook, {})).body.payload.family).not.toBe('withheld')
    const { accumulators } = (await make(alma, calls.overview, {})).body.payload
    const isMetByAll = (kind: string) => accumulators.some((one) => one.kind === kind && one.holder === 'family')
    expect(isMetByAll('deductible')).toBe(true)
  })

  test('MP-12 RO-4 every reading of it is in the audit log', async () => {
    const answer = await make(await signIn('MEMBER02'), calls.benefits, {})
    expect(await listEvents(portal.database, answer)).toMatchObject([
      { actor_login_id: 'MEMBER02', action: 'benefits.read', outcome: 'done' },
    ])
  })
})
