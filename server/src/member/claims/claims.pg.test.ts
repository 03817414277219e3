import { randomUUID } from 'node:crypto'
import * as calls from '@portico/contract/calls/claims'
import { spendingSummary } from '@portico/contract/calls/spending'
import { scopesOfDependent } from '@portico/rules/people/access'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { listErrorCodes, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { isoDate } from '../../platform/day.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { claimScope } from './people.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')

const signIn = (loginId: string) => signInClient(portal.origin, loginId)

type Query = NonNullable<Parameters<typeof make<typeof calls.listClaims>>[2]['query']>
const list = async (query: Query = {}, client = member) =>
  (await make(client, calls.listClaims, { query: { pageSize: '100', ...query } })).body.payload
const open = async (claimId: string, client = member) =>
  (await make(client, calls.openClaim, { params: { claimId } })).body.payload

describe('MP-3 the list of claims', () => {
  test('MP-3 has the newest service first, pages, and sums over all that was found', async () => {
    const { body, status } = await make(member, calls.listClaims, {})
    const { claims, total, totals } = body.payload
    expect(status).toBe(200)
    expect(claims).toHaveLength(10)
    const days = claims.map(({ serviceDate }) => serviceDate)
    expect(days).toEqual([...days].sort().reverse())
    const all = await list()
    expect(all.claims).toHaveLength(total)
    expect(totals).toEqual(all.totals)
    const sum = all.claims.reduce((cents, claim) => cents + (claim.billedCents ?? 0), 0)
    expect(totals.billedCents).toBe(sum)
    const owed = all.claims.reduce((cents, claim) => cents + (claim.youOweCents ?? 0), 0)
    expect(totals.youOweCents).toBe(owed)
    const { billedCents, discountCents, planPaidCents, otherPaidCents, shareCents, openCents, unknown } = totals
    expect(discountCents + planPaidCents + otherPaidCents + shareCents + openCents).toBe(billedCents)
    // Only undecided claims have amounts that are not known yet.
    const open = all.claims.filter(({ state }) => state === 'in-progress')
    expect([openCents, unknown]).toEqual([open.reduce((cents, one) => cents + (one.billedCents ?? 0), 0), open.length])
    const second = (await make(member, calls.listClaims, { query: { page: '2' } })).body.payload
    expect(second.claims.map(({ claimId }) => claimId)).toEqual(all.claims.slice(10, 20).map(({ claimId }) => claimId))
  })

  test('MP-3 has every kind of claim, and none that was replaced or withdrawn', async () => {
    const { claims } = await list()
    const states = new Set(claims.map(({ state }) => state))
    expect([...states].sort()).toEqual(['adjusted', 'denied', 'duplicate', 'in-progress', 'paid', 'paid-on-appeal'])
    const kinds = new Set(claims.map(({ category }) => category))
    expect([...kinds].sort()).toEqual(
      ['dental', 'emergency', 'equipment', 'hospital', 'imaging', 'laboratory', 'office', 'other', 'pharmacy'].filter(
        (kind) => kinds.has(kind as never),
      ),
    )
    expect(kinds.size).toBeGreaterThan(5)
  })

  test('MP-13 invents nothing for a member whose plan has sent no claims', async () => {
    const found = await list({}, await signIn('MAILBOX1'))
    expect(found).toMatchObject({ claims: [], total: 0, asOf: null, providers: [] })
  })

  test('MP-3 filters by days, kind, state, provider, person and what is owed, together too', async () => {
    const all = (await list()).claims
    const same = async (query: Query, keep: (claim: (typeof all)[number]) => boolean) => {
      const found = (await list(query)).claims
      expect(found.length).toBeGreaterThan(0)
      expect(found.map(({ claimId }) => claimId)).toEqual(all.filter(keep).map(({ claimId }) => claimId))
    }
    const day = all[5]?.serviceDate ?? ''
    await same({ from: day }, ({ serviceDate }) => serviceDate >= day)
    await same({ to: day }, ({ serviceDate }) => serviceDate <= day)
    await same({ kind: 'pharmacy' }, ({ category }) => category === 'pharmacy')
    await same({ state: 'denied' }, ({ state }) => state === 'denied')
    await same({ provider: 'Corner Pharmacy' }, ({ providerName }) => providerName === 'Corner Pharmacy')
    await same({ owe: 'true' }, ({ youOweCents }) => (youOweCents ?? 0) > 0)
    await same({ owe: 'true', kind: 'office' }, (one) => (one.youOweCents ?? 0) > 0 && one.category === 'office')
  })

  test('MP-3 sorts by billed and owed amounts, unknown ones last', async () => {
    const { claims } = await list({ sort: 'billed', order: 'asc' })
    const billed = claims.map(({ billedCents }) => billedCents ?? Number.POSITIVE_INFINITY)
    expect(billed).toEqual(billed.toSorted((a, b) => a - b))
    expect((await list({ sort: 'youOwe', order: 'asc' })).claims.at(-1)?.youOweCents).toBeNull()
  })

  test('MP-3 finds words in provider, number and service, sent in the body', async () => {
    const search = async (q: string) =>
      (await make(member, calls.searchClaims, { body: { q, pageSize: '100' } })).body.payload.claims
    expect((await search('corner metformin')).every(({ providerName }) => providerName === 'Corner Pharmacy')).toBe(
      true,
    )
    const [one] = (await list()).claims
    expect((await search(one?.claimNumber.toLowerCase() ?? '')).map(({ claimId }) => claimId)).toEqual([one?.claimId])
    expect(await search('100%_\\')).toEqual([])
  })

  test('MP-3 refuses an invalid filter and names the field', async () => {
    const answer = await member.get(`${calls.listClaims.path}?from=2026-13-01&kind=magic&pageSize=7`)
    expect([answer.status, answer.body.errors?.map(({ field }) => field).sort()]).toEqual([
      400,
      ['from', 'kind', 'pageSize'],
    ])
  })
})

describe('MP-14 whose claims', () => {
  const family = async () => {
    const client = await signIn('FAMILY01')
    return { client, people: (await list({}, client)).people }
  }

  test('MP-14 a subscriber sees their own and those of a child under 14, but nobody else', async () => {
    const { client, people } = await family()
    const { claims } = await list({}, client)
    expect(people.length).toBeGreaterThan(1)
    expect(people.map(({ firstName }) => firstName)).not.toContain('Jonas')
    const names = new Set(claims.map(({ patient }) => patient.firstName))
    for (const name of names) expect(people.map(({ firstName }) => firstName)).toContain(name)
    const child = people[1]
    const found = await list({ memberId: child?.memberId ?? '' }, client)
    expect(found.claims.every(({ patient }) => patient.memberId === child?.memberId)).toBe(true)
    expect(found.claims.length).toBeGreaterThan(0)
  })

  test('MP-14 RG-3 the SQL statement selects exactly the people that the rule allows, on every day and for every reader', async () => {
    const own = await portal.database.read
      .selectFrom('member')
      .innerJoin('account', 'account.member_id', 'member.member_id')
      .selectAll('member')
      .where('login_id', '=', 'MEMBER02')
      .executeTakeFirstOrThrow()
    const codes = ['01', '05', '18', '20', '99']
    const births = ['2012-02-28', '2012-02-29', '2012-03-01', '2013-12-31', '2030-01-01']
    const contract = codes.flatMap((code, row) =>
      births.map((born, column) => ({
        ...own,
        member_id: randomUUID(),
        member_number: `T${row}${column}`,
        contract_number: 'T-SEEN',
        first_name: `${code} ${born}`,
        relationship_code: code,
        date_of_birth: born,
      })),
    )
    await portal.database.read.insertInto('member').values(contract).execute()
    const toPerson = (one: (typeof contract)[number]) => ({
      relationshipCode: one.relationship_code,
      dateOfBirth: isoDate(one.date_of_birth),
    })
    for (const viewer of contract.filter(({ date_of_birth }) => date_of_birth === births[0])) {
      for (const day of ['2026-02-27', '2026-02-28', '2026-03-01', '2027-12-30', '2027-12-31', '2028-02-29']) {
        const asked = { memberId: viewer.member_id, scopes: null, actor: null } as MemberPrincipal
        const { people } = await claimScope(portal.database.read, asked, new Date(`${day}T17:00:00Z`))
        const seen = contract.filter((one) =>
          scopesOfDependent(toPerson(viewer), toPerson(one), isoDate(day)).includes('claims'),
        )
        expect([day, people.map(({ firstName }) => firstName)]).toEqual([
          day,
          [viewer, ...seen].map(({ first_name }) => first_name),
        ])
      }
    }
  })

  test('MP-14 RO-4 another member is 404, to filter by and to open', async () => {
    const other = await signIn('MEMBER02')
    const [person] = (await list()).people
    const [claim] = (await list()).claims
    const filtered = await make(other, calls.listClaims, { query: { memberId: person?.memberId ?? '' } })
    const opened = await make(other, calls.openClaim, { params: { claimId: claim?.claimId ?? '' } })
    for (const answer of [filtered, opened])
      expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
    expect(await listAuditedActions(portal.database, filtered)).toEqual([])
    expect((await list({}, other)).claims.map(({ claimId }) => claimId)).not.toContain(claim?.claimId)
  })

  test('MP-14 a sensitive claim is the patient’s own: a rep who acts for them does not see it', async () => {
    const counseling = (await list()).claims.find(({ providerName }) => providerName === 'Quiet Harbor Counseling')
    expect(counseling).toBeDefined()
    const rep = await actForMember(portal.origin, 'MEMBER01')
    const seen = await list({}, rep)
    expect(seen.claims.length).toBeGreaterThan(5)
    expect(seen.claims.map(({ claimId }) => claimId)).not.toContain(counseling?.claimId)
    expect((await make(rep, calls.openClaim, { params: { claimId: counseling?.claimId ?? '' } })).status).toBe(404)
  })
})

describe('MP-4 a claim', () => {
  test('MP-4 every decided claim of the demo adds up, line by line and as a whole', async () => {
    for (const { claimId, state } of (await list()).claims) {
      const claim = await open(claimId)
      const { figures, lines } = claim
      if (state === 'in-progress') {
        expect([figures.shareCents, figures.planPaidCents]).toEqual([null, null])
        continue
      }
      const sum = (of: (one: typeof figures) => number | null) =>
        lines.reduce((cents, one) => cents + (of(one.figures) ?? 0), 0)
      expect(sum((one) => one.billedCents)).toBe(figures.billedCents)
      expect(sum((one) => one.shareCents)).toBe(figures.shareCents)
      expect(figures.addsUp).toBe(true)
      const { deductibleCents, copayCents, coinsuranceCents, notCoveredCents } = figures
      const parts = [deductibleCents, copayCents, coinsuranceCents, notCoveredCents]
      expect(parts.reduce<number>((cents, part) => cents + (part ?? 0), 0)).toBe(figures.shareCents)
    }
  })

  test('MP-4 LG-4 what was done is named in the reader’s language if the portal has its name, else as the plan sent it', async () => {
    const { claims } = await list({ kind: 'laboratory' })
    const pharmacy = await list({ kind: 'pharmacy' })
    const name = async (language: string, claimId = '') => {
      const client = await signIn('MEMBER01')
      client.cookies.set('language', language)
      const [line] = (await open(claimId, client)).lines
      return [line?.description, line?.spoken]
    }
    expect(await name('en', claims[0]?.claimId)).toEqual(['Office visit', 'en'])
    expect(await name('es', claims[0]?.claimId)).toEqual(['Consulta médica', 'es'])
    const [drug, spoken] = await name('es', pharmacy.claims[0]?.claimId)
    expect([drug, spoken]).toEqual([expect.stringMatching(/^Metformin 500 mg tablets/), 'en'])
  })

  test('MP-8 a denied claim has its reason, and the last day to appeal', async () => {
    const denied = (await list({ state: 'denied' })).claims
    for (const { claimId } of denied) {
      const claim = await open(claimId)
      expect(claim.lines.flatMap(({ reasons }) => reasons.map(({ code }) => code)).length).toBeGreaterThan(0)
      const decided = claim.events.find(({ kind }) => kind === 'denied')?.day ?? ''
      expect(Date.parse(claim.appealBy ?? '') - Date.parse(decided)).toBe(180 * 24 * 60 * 60 * 1000)
    }
    expect(denied.length).toBeGreaterThan(0)
  })

  test('MP-8 each claim says whose rules its appeal follows, with Medicare and Medicaid having their own', async () => {
    const programs: unknown[] = []
    for (const loginId of ['MEMBER01', 'MEDICMN01', 'MEDICAIDND']) {
      const client = await signIn(loginId)
      const [row] = (await list({}, client)).claims
      const { payload } = (await make(client, calls.openClaim, { params: { claimId: row?.claimId ?? '' } })).body
      programs.push(payload.program)
    }
    expect(programs).toEqual(['commercial', 'medicare', 'medicaid'])
  })

  test('MP-8 MP-7 a claim that was paid on appeal says so, and its first decision stays readable', async () => {
    const [row] = (await list({ state: 'paid-on-appeal' })).claims
    const claim = await open(row?.claimId ?? '')
    expect(claim.events.map(({ kind }) => kind)).toContain('appeal-decided')
    const first = await open(claim.replaces ?? '')
    expect([first.state, first.replacedBy]).toEqual(['replaced', claim.claimId])
    expect(claim.figures.shareCents).toBeLessThan(first.figures.shareCents ?? 0)
    const days = claim.events.map(({ day }) => day)
    expect(days).toEqual([...days].sort())
  })

  test('MP-4 the read of a claim and of a list is in the audit log', async () => {
    const [row] = (await list()).claims
    const opened = await make(member, calls.openClaim, { params: { claimId: row?.claimId ?? '' } })
    expect(await listAuditedActions(portal.database, opened)).toEqual(['claim.read done'])
    const listed = await make(member, calls.listClaims, {})
    expect(await listAuditedActions(portal.database, listed)).toEqual(['claims.read done'])
  })
})

describe('MP-6 claims as CSV', () => {
  test('MP-3 MP-6 HT-2 a day that does not exist is refused, in the list and before a file begins', async () => {
    const wrong = { from: '2026-02-31' }
    for (const { status, body } of [
      await make(member, calls.listClaims, { query: wrong }),
      await make(member, calls.exportClaims, { body: wrong }),
    ])
      expect([status, body.errors?.map(({ field }) => field)]).toEqual([400, ['from']])
  })

  test('MP-6 has what the list has, under the same filter', async () => {
    const file = await make(member, calls.exportClaims, { body: { kind: 'pharmacy' } })
    const [head, ...rows] = file.bytes.toString().trimEnd().split('\r\n')
    expect(head).toBe(
      '\uFEFFDate of service,Patient,Provider,Kind of care,Claim number,Status,Billed,Allowed,Plan’s part,Your share,Paid already,You owe',
    )
    const { claims } = await list({ kind: 'pharmacy' })
    expect(rows).toEqual(
      claims.map((one) =>
        [
          ...[one.serviceDate, 'Mayte Escobar', one.providerName, 'Prescription', one.claimNumber, 'Decided'],
          ...[one.billedCents, one.allowedCents, one.planPaidCents, one.shareCents, one.paidCents, one.youOweCents].map(
            (cents) => ((cents ?? 0) / 100).toFixed(2),
          ),
        ].join(','),
      ),
    )
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="?claims-\d{4}-\d{2}-\d{2}\.csv"?$/)
  })

  test('MP-3 MP-6 has only what matches the search and the chosen provider', async () => {
    const all = (await list({ pageSize: '100' })).claims
    const [{ providerName = null, claimNumber = '' } = {}] = all
    const numbersIn = async (body: { readonly q?: string; readonly provider?: string }) =>
      (await make(member, calls.exportClaims, { body })).bytes
        .toString()
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => all.find((one) => row.includes(one.claimNumber))?.claimNumber)
    expect(await numbersIn({ q: claimNumber })).toEqual([claimNumber])
    const there = all.filter((one) => one.providerName === providerName).map((one) => one.claimNumber)
    expect(there.length).toBeLessThan(all.length)
    expect(await numbersIn({ provider: providerName ?? '' })).toEqual(there)
  })

  test('MP-6 no cell becomes a formula, whatever a file says', async () => {
    const [row] = (await list({ kind: 'dental' })).claims
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']
    for (const provider_name of names) {
      await portal.database.read
        .updateTable('claim')
        .set({ provider_name })
        .where('claim_id', '=', row?.claimId ?? '')
        .execute()
      const { bytes } = await make(member, calls.exportClaims, { body: { kind: 'dental' } })
      const cells = bytes
        .toString()
        .replaceAll('"', '')
        .split(/,|\r\n/)
      expect(cells.filter((cell) => /^[=+@\t]|^-(?!\d+\.\d\d$)/.test(cell))).toEqual([])
    }
  })
})

test.each([
  ['FAMILY01', true],
  ['FAMILY02', false],
])('MP-4 MP-10 MP-14 readers of several people’s claims learn whose each is: %s %s', async (login, shared) => {
  const client = await signIn(login)
  const { people, claims } = await list({}, client)
  expect(people.length > 1).toBe(shared)
  expect(await open(claims[0]?.claimId ?? '', client)).toMatchObject({ shared })
  expect((await make(client, spendingSummary, { query: {} })).body.payload).toMatchObject({ shared })
})
