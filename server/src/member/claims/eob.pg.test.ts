import { join, resolve } from 'node:path'
import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/claims'
import { benefits } from '@portico/contract/calls/coverage'
import { startSimulation } from '@portico/contract/calls/simulation'
import type { AuthoredLanguage } from '@portico/contract/page'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brand } from '../../../test/brand-records.ts'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { loadBrands } from '../../brands/brand/load.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.close())

const signIn = (loginId: string) => signInClient(portal.origin, loginId)

const listClaims = async (client: Client) =>
  (await make(client, calls.listClaims, { query: { pageSize: '100' } })).body.payload.claims
const open = async (client: Client, claimId: string) =>
  (await make(client, calls.openClaim, { params: { claimId } })).body.payload
const readEob = (client: Client, claimId: string, language: 'en' | 'es' = 'en') =>
  make(client, calls.claimEob, { params: { claimId }, query: { language } })

/** A document's text without breaks, extracted by a library that knows nothing of how we make it. */
async function readBack(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  return { pdf, text: text.replace(/[\s\u200b]+/g, ' ') }
}

const words = {
  en: {
    locale: 'en-US',
    title: 'Explanation of benefits',
    bill: 'This is not a bill',
    share: 'Your share',
    billed: 'Amount billed',
    discount: 'Plan discount, which no one pays',
    copy: 'Already decided on another claim, which no one pays twice',
    paid: 'Your plan paid',
    toPay: 'Your plan will pay',
    total: 'Total',
    silent: 'Your plan did not say',
    appeal: 'Your right to appeal',
    day: 'by',
    noLimit: 'Not loaded yet',
    notKnown: 'Not known',
  },
  es: {
    locale: 'es-US',
    title: 'Explicación de beneficios',
    bill: 'Esto no es una factura',
    share: 'Su parte',
    billed: 'Monto facturado',
    discount: 'Descuento del plan, que nadie paga',
    copy: 'Ya decidido en otra reclamación; nadie lo paga dos veces',
    paid: 'Pagó su plan',
    toPay: 'Pagará su plan',
    total: 'Total',
    silent: 'Su plan no lo dijo',
    appeal: 'Su derecho a apelar',
    day: 'el',
    noLimit: 'Aún no cargado',
    notKnown: 'No se sabe',
  },
} as const

function loginsWithClaims() {
  return portal.database.read
    .selectFrom('account')
    .select(['login_id', 'brand'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('claim').select('claim_id').whereRef('claim.member_id', '=', 'account.member_id')),
    )
    .orderBy('login_id')
    .execute()
}

function checkText(claim: PayloadOf<typeof calls.openClaim>, language: AuthoredLanguage, text: string): void {
  const say = words[language]
  const format = new Intl.NumberFormat(say.locale, { style: 'currency', currency: 'USD' })
  const money = (cents: number | null) => (cents === null ? say.silent : format.format(cents / 100))
  const { billedCents, discountCents, planPaidCents, shareCents } = claim.figures
  const shown = [
    ...[say.title, say.bill, say.appeal, claim.claimNumber, claim.providerName ?? ''],
    `${claim.patient.firstName} ${claim.patient.lastName}`,
    `${say.billed} ${money(billedCents)}`,
    `${claim.state === 'duplicate' ? say.copy : say.discount} ${money(discountCents && -discountCents)}`,
    `${claim.events.some(({ kind, toCome }) => kind === 'paid' && toCome) ? say.toPay : say.paid} ${money(planPaidCents && -planPaidCents)}`,
    `${say.share} ${money(shareCents)}`,
    `${say.total} ${[billedCents, discountCents, planPaidCents, shareCents].map(money).join(' ')}`,
    ...claim.lines.flatMap(({ figures, description, reasons }) => [
      [figures.billedCents, figures.discountCents, figures.planPaidCents, figures.shareCents].map(money).join(' '),
      description ?? '',
      ...reasons.map((reason) => reason.words ?? reason.text ?? reason.code),
    ]),
    ...claim.effects.map(({ beforeCents, afterCents, limitCents }) =>
      [beforeCents, afterCents]
        .map((cents) => (cents === null ? say.notKnown : money(cents)))
        .concat(limitCents === null ? say.noLimit : money(limitCents))
        .join(' '),
    ),
  ]
  if (claim.appealBy !== null) {
    const days = new Intl.DateTimeFormat(say.locale, { dateStyle: 'long', timeZone: 'UTC' })
    shown.push(`${say.day} ${days.format(new Date(claim.appealBy))}.`)
  }
  for (const one of shown) expect(text).toContain(one)
}

test('MP-4 MP-5 MP-12 the effect of a claim on a shared family limit appears with that limit, on page and document', async () => {
  const client = await signIn('HSAFAM01')
  const { plans } = (await make(client, benefits, {})).body.payload
  const family = plans[0]?.family === 'withheld' ? [] : (plans[0]?.family ?? [])
  const limits = new Map(family.map(({ kind, network, limitCents }) => [`${kind} ${network}`, limitCents]))
  const details = []
  for (const { claimId } of await listClaims(client)) details.push(await open(client, claimId))
  const effects = details.flatMap((one) => one.effects)
  expect(effects.length).toBeGreaterThan(0)
  for (const { kind, network, holder, limitCents } of effects)
    expect([holder, limitCents]).toEqual(['family', limits.get(`${kind} ${network}`)])
  const first = details.find((one) => one.effects.some(({ kind }) => kind === 'deductible'))
  const eob = await readEob(client, first?.claimId ?? '')
  const { text } = await readBack(eob.bytes)
  expect(text).toContain('Family deductible, in network')
})

describe('MP-5 the explanation of benefits', () => {
  test('MP-5 for every decided claim of the demo, it has the figures of the page to the cent, in either language', async () => {
    let [decided, checked] = [0, 0]
    for (const { login_id: loginId, brand: brandOf } of await loginsWithClaims()) {
      const client = new Client(portal.origin)
      await client.signIn(loginId)
      // Some people in the demo cannot sign in this way, and have no list.
      const listed = await make(client, calls.listClaims, { query: { pageSize: '100' } })
      for (const { claimId, state } of listed.status === 200 ? listed.body.payload.claims : []) {
        if (state === 'in-progress') continue
        decided += 1
        // Each engine tests half of them.
        if (decided % 2 !== (portal.database.kind === 'embedded' ? 0 : 1)) continue
        const language = authoredLanguages[checked % authoredLanguages.length] ?? 'en'
        client.cookies.set('language', language)
        const { text } = await readBack((await readEob(client, claimId, language)).bytes)
        checkText(await open(client, claimId), language, text)
        // Where to write to, along with the phone number.
        const [box = 'an address', city = ''] = brand(brandOf).postalAddress ?? []
        expect(text).toContain(`${box} ${city}`)
        checked += 1
      }
      await portal.database.read.deleteFrom('sign_in_limit').execute()
    }
    expect(decided).toBeGreaterThan(150)
    expect(checked).toBeGreaterThan(75)
  })

  test.each([
    [
      'MEDICAIDND',
      60,
      'within 30 days after it gets your appeal',
      'ask your state for a fair hearing. Ask within 120 days',
      'You can ask your state for a fair hearing. Ask by',
    ],
    [
      'MEDICMN01',
      65,
      'within 60 days after it gets your appeal',
      'sends your case on to reviewers who do not work for it',
      'You do not have to ask',
    ],
    [
      'MEMBER02',
      180,
      'within 60 days after it gets your appeal',
      'Ask within 4 months of that answer',
      'review by experts who do not work for it. Ask by',
    ],
  ])(
    'MP-8 MP-5 for %s the last day to appeal is %i days after the decision, on the page and on paper',
    async (login, days, answer, next, last) => {
      const client = await signIn(login)
      const listed = (await listClaims(client)).filter(({ state }) => state !== 'in-progress')
      // Medicaid has no denied claim in the demo.
      const { claimId } = listed.find(({ state }) => state === 'denied') ?? listed[0] ?? { claimId: '' }
      await portal.database.read.updateTable('claim').set({ state: 'denied' }).where('claim_id', '=', claimId).execute()
      const claim = await open(client, claimId)
      const decided = claim.events.find(({ kind }) => kind === 'denied')?.day ?? ''
      expect(Date.parse(claim.appealBy ?? '') - Date.parse(decided)).toBe(days * 24 * 60 * 60 * 1000)
      const { text } = await readBack((await readEob(client, claim.claimId)).bytes)
      expect(text).toContain(answer)
      expect(text).toContain(next)

      // After a lost appeal, too.
      await sql`update claim set facts = facts || '{"afterAppeal": true}' where claim_id = ${claimId}`.execute(
        portal.database.read,
      )
      expect((await readBack((await readEob(client, claimId)).bytes)).text).toContain(last)
    },
  )

  test('MP-5 MP-7 a payment still to come does not read as done, as on the page', async () => {
    const client = await signIn('MEMBER02')
    const [row] = (await listClaims(client)).filter(({ state, planPaidCents }) => state === 'paid' && planPaidCents)
    await portal.database.read
      .updateTable('claim')
      .set({ paid_on: '2999-12-30' })
      .where('claim_id', '=', row?.claimId ?? '')
      .execute()
    for (const language of ['en', 'es'] as const) {
      client.cookies.set('language', language)
      const { text } = await readBack((await readEob(client, row?.claimId ?? '', language)).bytes)
      checkText(await open(client, row?.claimId ?? ''), language, text)
      expect(text).not.toMatch(/[Pp]lan paid|Pagó (?:el|su) plan|pagó su plan/)
    }
  })

  test.each([
    ['en', 'The plan took back $20.00'],
    ['es', 'Recuperó el plan $20.00'],
  ] as const)(
    'MP-4 MP-5 in %s, what a plan takes back is not called a payment, as on the page',
    async (language, row) => {
      const client = await signIn('MEMBER01')
      const [claim] = (await listClaims(client)).filter(({ state }) => state === 'paid')
      const { claimId = '' } = claim ?? {}
      const planPaid = (cents: number | null | undefined) =>
        portal.database.read
          .updateTable('claim')
          .set({ plan_paid_cents: cents ?? null })
          .where('claim_id', '=', claimId)
          .execute()
      await planPaid(-2_000)
      client.cookies.set('language', language)
      const { text } = await readBack((await readEob(client, claimId, language)).bytes)
      await planPaid(claim?.planPaidCents)
      expect(text).toContain(row)
      expect(text).not.toMatch(/Your plan paid|Pagó su plan/)
    },
  )

  test('MP-5 it is PDF/UA: tagged, titled, in a language, its tables with headings of rows and columns, in reading order', async () => {
    const client = await signIn('MEMBER02')
    const [row] = (await listClaims(client)).filter(({ state }) => state !== 'in-progress')
    const { bytes, headers } = await readEob(client, row?.claimId ?? '')
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-disposition')).toMatch(/explanation-of-benefits-\d{4}-\d{2}-\d{2}\.pdf/)
    const { pdf } = await readBack(bytes)
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Language: 'en', Title: 'Explanation of benefits' })
    expect(bytes.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(bytes.toString('latin1')).toMatch(/\/DisplayDocTitle true/)
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree())
    const roles = [...tree.matchAll(/"role":"(\w+)"/g)].map(([, role]) => role)
    const firsts = [...new Set(roles)].filter((role) => ['Figure', 'H1', 'H2', 'H3', 'L', 'Table'].includes(role ?? ''))
    expect(firsts).toEqual(['Figure', 'H1', 'H2', 'L', 'Table'])
    expect(bytes.toString('latin1')).toMatch(/\/Scope \/Column/)
    expect(bytes.toString('latin1')).toMatch(/\/Scope \/Row/)
    expect((await pdf.getOutline()).map(({ title }) => title)).toContain('Your right to appeal')
  })

  test('MP-5 MP-12 it names the plan on the day of the care, though the group has another one by now', async () => {
    const client = await signIn('MEMBER02')
    const [row] = (await listClaims(client)).filter(({ state }) => state !== 'in-progress')
    const { plans } = (await make(client, benefits, {})).body.payload
    const planName = plans.find(({ kind }) => kind === 'medical')?.planName ?? ''
    const groups = portal.database.read.updateTable('coverage').where('member_id', '=', row?.patient.memberId ?? '')
    await groups.set({ plan_name: 'Plan of another year' }).execute()
    const { text } = await readBack((await readEob(client, row?.claimId ?? '')).bytes)
    expect(text).toContain(`Plan ${planName}`)
    expect(text).not.toContain('Plan of another year')
    await groups.set({ plan_name: planName }).execute()
  })

  test('MP-5 it has the member’s own brand and line alone', async () => {
    const folder = join(resolve(import.meta.dirname, '../../../..'), 'brands')
    const all = loadBrands(folder)
    const brands = [...all.values()].map(({ texts }) => texts.en.name)
    const seen = new Set<string>()
    for (const { login_id: loginId, brand } of await loginsWithClaims()) {
      const client = new Client(portal.origin)
      await client.signIn(loginId)
      const listed = await make(client, calls.listClaims, {})
      if (seen.has(brand) || listed.status !== 200) continue
      const row = listed.body.payload.claims.find(({ state }) => state !== 'in-progress')
      const own = all.get(brand)?.texts.en.name ?? ''
      const { text } = await readBack((await readEob(client, row?.claimId ?? '')).bytes)
      expect(text).toContain(`${own} ${all.get(brand)?.brand.postalAddress?.join(' ')} Customer Service`)
      for (const other of brands.filter((name) => !own.includes(name))) expect(text).not.toContain(other)
      seen.add(brand)
    }
    expect(seen.size).toBeGreaterThan(4)
  })

  test('MP-14 RO-4 MP-5 none exists for another’s claim, for a rep’s view of a sensitive claim, or for an undecided claim', async () => {
    const member = await signIn('MEMBER01')
    const claims = await listClaims(member)
    const none = async (client: Client, claimId: string) => {
      const answer = await readEob(client, claimId)
      expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
    }
    await none(await signIn('MEMBER02'), claims[0]?.claimId ?? '')
    await none(member, claims.find(({ state }) => state === 'in-progress')?.claimId ?? '')
    const rep = await signIn('CSRREP01')
    const why = { reason: 'Asked for help with a claim', ticket: 'T-1001' }
    await make(rep, startSimulation, { params: { storeID: '10151', logonID: 'MEMBER01' }, body: why })
    await none(rep, claims.find(({ providerName }) => providerName === 'Quiet Harbor Counseling')?.claimId ?? '')
  })

  test('MP-5 it is in the audit log, and limited to one at a time and a number per hour', async () => {
    const client = await signIn('MEMBER02')
    const [row] = (await listClaims(client)).filter(({ state }) => state !== 'in-progress')
    const claimId = row?.claimId ?? ''
    expect(await listAuditedActions(portal.database, await readEob(client, claimId))).toEqual(['claim.eob done'])
    const atOnce = await Promise.all([readEob(client, claimId), readEob(client, claimId)])
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 429])
    // Simulates that most of the hour's limit is used.
    await portal.database.read.updateTable('sign_in_limit').set({ failures: 58 }).where('kind', '=', 'eob').execute()
    const made = []
    for (let at = 0; at < 3; at += 1) made.push((await readEob(client, claimId)).status)
    expect(made).toEqual([200, 200, 429])
  })
})
