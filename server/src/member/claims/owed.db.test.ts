import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import fc from 'fast-check'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, memberClient, signInClient } from '../../../test/client.ts'
import { csv, importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { actForMember, viewAs, viewMirela } from '../../../test/signed-in.ts'
import { easternDay } from '../../platform/day.ts'

const portal = testPortal()
const today = easternDay(new Date())
const share = 2_000

type Name = 'Tomas' | 'Mirela' | 'Jonas' | 'Alma' | 'Stranger'
const family = ['Tomas', 'Mirela', 'Jonas', 'Alma'] as const

/** A person with a claim, and with an account that can pay. */
interface Person {
  readonly memberId: string
  readonly claimId: string
  readonly accountId: string
}
const people = {} as Record<Name, Person>
const own = {} as Record<Exclude<Name, 'Alma' | 'Stranger'>, Client>

beforeAll(async () => {
  const { read } = portal.database
  const members = await sql<{ member_id: string; name: Name }>`
    select member_id, case last_name when 'Lindqvist' then first_name else 'Stranger' end as name from member
    where last_name = 'Lindqvist' and brand = 'hmbcbs'
      or member_id = (select member_id from account where login_id = 'MEMBER02')`.execute(read)
  for (const { member_id: memberId, name } of members.rows) {
    const [claimId, accountId] = [randomUUID(), randomUUID()]
    people[name] = { memberId, claimId, accountId }
    await copyRow(
      'claim',
      `member_id = (select member_id from account where login_id = 'FAMILY01') and state = 'paid' and not sensitive`,
      {
        ...{
          member_id: memberId,
          claim_id: claimId,
          claim_number: `OWED-${name}`,
          share_cents: share,
          category: 'office',
        },
        ...{ service_from: today, service_to: today, sensitive: false, replaces: null, replaced_by: null },
        ...{ provider_name: `Clinic of ${name}`, details: { reasons: [], notes: [], others: [] } },
      },
    )
    await copyRow('spending_account', `account_type = 'FSA' and state = 'open' and plan_year = ${today.slice(0, 4)}`, {
      ...{ member_id: memberId, account_id: accountId, account_number: `A-${name}`, vendor_name: `Vendor of ${name}` },
    })
  }
  for (const name of ['Mirela', 'Jonas'] as const)
    await copyRow('account', `login_id = 'MEMBER02'`, {
      ...{ account_id: randomUUID(), login_id: `OWED${name.toUpperCase()}`, member_id: people[name].memberId },
      ...{ email: `${name.toLowerCase()}@owed.example`, first_name: name, last_name: 'Lindqvist' },
    })
  own.Tomas = await memberClient(portal.origin, 'FAMILY01')
  own.Mirela = await memberClient(portal.origin, 'OWEDMIRELA')
  own.Jonas = await memberClient(portal.origin, 'OWEDJONAS')
})

/** Copies a stored row, with other values in some of its columns. */
async function copyRow(table: 'claim' | 'spending_account' | 'account', which: string, values: object): Promise<void> {
  const of = sql.table(table)
  await sql`insert into ${of} select (jsonb_populate_record(one, ${JSON.stringify(values)}::jsonb)).*
    from ${of} one where ${sql.raw(which)} limit 1`.execute(portal.database.read)
}

interface Payment {
  readonly by: Name
  readonly of: Name | null
  readonly number: string
  readonly cents: number
  readonly state: 'posted' | 'pending' | 'denied'
  /** The payer whose claim number it is, if the vendor says so. */
  readonly payer?: string
}

async function pay(payments: readonly Payment[]): Promise<void> {
  await portal.database.transaction(async (tx) => {
    await tx.deleteFrom('spending_transaction').where('claim_number', 'like', 'OWED-%').execute()
    for (const { by, of, number, cents, state, payer = null } of payments) {
      const { memberId, accountId } = people[by]
      await tx
        .insertInto('spending_transaction')
        .values({
          ...{ member_id: memberId, account_id: accountId, transaction_id: randomUUID(), vendor_id: randomUUID() },
          ...{ moved_on: today, kind: 'payment', state, amount_cents: -cents, paid_by: null, payee: `Payee of ${by}` },
          ...{ note: null, for_member_id: of === null || of === by ? null : people[of].memberId, claim_number: number },
          claim_payer: payer,
          ...{ sensitive: false, run_id: randomUUID(), imported_at: new Date() },
        })
        .execute()
    }
  })
}

/** What a reader's list says about one person's claim. */
async function readOwed(client: Client, name: Name) {
  const { claims } = (await make(client, calls.listClaims, { query: { pageSize: '50', from: today, to: today } })).body
    .payload
  const found = claims.find(({ claimId }) => claimId === people[name].claimId)
  return (
    found && {
      shareCents: found.shareCents,
      paidCents: found.paidCents,
      youOweCents: found.youOweCents,
      step: found.step,
    }
  )
}

const toOwed = (paidCents: number) => ({
  ...{ shareCents: share, paidCents, youOweCents: share - paidCents },
  step: paidCents === share ? 'paid' : 'bill',
})

const byTomas = (of: Name, cents = 500): Payment => ({ by: 'Tomas', of, number: `OWED-${of}`, cents, state: 'posted' })

describe('MP-3 MP-10 MP-14 the same rule for what is owed, whoever reads the claim', () => {
  test.each(['Mirela', 'Jonas'] as const)(
    'MP-10 MP-14 %s, who signs in themselves, reads what the subscriber’s account has paid of their claim',
    async (name) => {
      const client = own[name]
      expect(await readOwed(client, name)).toEqual(toOwed(0))
      await pay([byTomas(name)])
      expect(await readOwed(client, name)).toEqual(toOwed(500))
      const params = { claimId: people[name].claimId }
      // The claim, the landing page, the file, what an account may still pay, and the paper.
      expect((await make(client, calls.openClaim, { params })).body.payload.owed).toEqual(toOwed(500))
      const { recentClaims } = (await make(client, calls.overview, {})).body.payload
      expect(recentClaims.find(({ claimId }) => claimId === params.claimId)).toMatchObject(toOwed(500))
      const landing = await client.get<string>('/mbr/', { headers: { accept: 'text/html' } })
      expect(landing.body.payload).toContain('$15.00')
      const csv = String((await make(client, calls.exportClaims, { body: {} })).bytes)
      expect(csv.split('\r\n').find((row) => row.includes(`OWED-${name}`))).toMatch(/,20\.00,5\.00,15\.00$/)
      expect((await make(client, calls.claimPayable, { params })).body.payload.paidCents).toBe(500)
      const { claims: payable } = (await make(client, calls.spendingSummary, {})).body.payload
      expect(payable.find(({ claimId }) => claimId === params.claimId)).toMatchObject({
        paidCents: 500,
        leftCents: 1_500,
      })
      const paper = await make(client, calls.claimEob, { params, query: { language: 'en' } })
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(paper.bytes)), { mergePages: true })
      const said = text.replace(/[\s\u200b]+/g, ' ')
      expect(said).toContain('Paid from a plan account')
      expect(said).toContain('$15.00')
      expect(said).not.toMatch(/your (?:spending )?account/i)
    },
  )

  test('MP-10 RO-4 only the owner of an account learns whose it was, what is in it and what else it paid', async () => {
    await pay([byTomas('Jonas'), byTomas('Tomas', 700)])
    const client = own.Jonas
    const params = { claimId: people.Jonas.claimId }
    const summary = (await make(client, calls.spendingSummary, {})).body.payload
    expect(summary.accounts.map(({ accountId }) => accountId)).toEqual([people.Jonas.accountId])
    expect((await make(client, calls.listTransactions, {})).body.payload).toMatchObject({ total: 0, transactions: [] })
    const told = [
      summary,
      (await make(client, calls.claimPayable, { params })).body.payload,
      (await make(client, calls.openClaim, { params })).body.payload,
      (await make(client, calls.listClaims, {})).body.payload,
      (await make(client, calls.overview, {})).body.payload,
    ]
    expect(JSON.stringify(told)).not.toMatch(/of Tomas|A-Tomas|OWED-Tomas/)
    expect(JSON.stringify(told)).not.toContain(people.Tomas.accountId)
  })

  test('RG-3 MP-14 people who act for them, look at their information or answer their message read the same, as they do for a child', async () => {
    await pay([...family.map((name) => byTomas(name)), { ...byTomas('Alma', 100), by: 'Mirela' }])
    const readers: [Client, Name, number][] = [
      [own.Tomas, 'Tomas', 500],
      [own.Tomas, 'Alma', 600],
      [await viewMirela(portal, ['coverage', 'claims']), 'Mirela', 500],
      [await actForMember(portal.origin, 'OWEDMIRELA'), 'Mirela', 500],
      [await viewAs(portal, { firstName: 'Jonas', relationship: 'CAREGIVER' }, ['coverage', 'claims']), 'Jonas', 500],
    ]
    for (const [client, name, paid] of readers) {
      expect([name, await readOwed(client, name)]).toEqual([name, toOwed(paid)])
      const params = { claimId: people[name].claimId }
      expect((await make(client, calls.openClaim, { params })).body.payload.owed).toEqual(toOwed(paid))
      const { recentClaims } = (await make(client, calls.overview, {})).body.payload
      const recent = recentClaims.find(({ claimId }) => claimId === params.claimId)
      if (recent !== undefined) expect(recent).toMatchObject(toOwed(paid))
    }
    const { claimId } = people.Mirela
    const message = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'A question', text: 'How is it?' }
    const sent = await make(own.Mirela, calls.addMessage, {
      body: { ...message, clientMessageId: randomUUID(), claimId },
    })
    const { threadId } = sent.body.payload
    const rep = await signInClient(portal.origin, 'CSRREP01')
    const card = await make(rep, calls.workspaceClaim, { params: { threadId, claimId } })
    expect(card.body.payload.owed).toEqual(toOwed(500))
  })

  test('MP-14 only the patient reads it on a sensitive claim; the owner of the account still sees the amount', async () => {
    const { read } = portal.database
    const mark = (sensitive: boolean) =>
      read.updateTable('claim').set({ sensitive }).where('claim_id', '=', people.Mirela.claimId).execute()
    await pay([byTomas('Mirela', 300)])
    await mark(true)
    try {
      expect(await readOwed(own.Mirela, 'Mirela')).toEqual(toOwed(300))
      expect(await readOwed(own.Tomas, 'Mirela')).toBeUndefined()
      const { transactions } = (await make(own.Tomas, calls.listTransactions, { query: { from: today } })).body.payload
      const paid = transactions.find(({ amountCents }) => amountCents === -300)
      expect(paid).toMatchObject({ withheld: true, person: null, payee: null, claim: null })
    } finally {
      await mark(false)
    }
  })

  test('MP-10 MP-14 claims of several payers with one number: a payment belongs to the claim whose payer it names, and to none if it names nobody', async () => {
    const { read } = portal.database
    const second = randomUUID()
    const { memberId, claimId } = people.Jonas
    const write = (of: string, names: readonly string[]) =>
      sql`update claim set facts = facts || ${JSON.stringify({ payer: { names, numbers: [{ system: '', value: `N-${names[0]}` }] } })}::jsonb
        where claim_id = ${of}::uuid`.execute(read)
    await write(claimId, ['Plains Health, Inc.'])
    const readBoth = async () => {
      const { claims } = (
        await make(own.Jonas, calls.listClaims, { query: { pageSize: '50', from: today, to: today } })
      ).body.payload
      const listed = [claimId, second].map((id) => claims.find((one) => one.claimId === id)?.youOweCents)
      const opened = []
      for (const id of [claimId, second])
        if (listed[[claimId, second].indexOf(id)] !== undefined)
          opened.push(
            (await make(own.Jonas, calls.openClaim, { params: { claimId: id } })).body.payload.owed.youOweCents,
          )
      expect(opened).toEqual(listed.filter((one) => one !== undefined))
      return listed
    }
    const readLinked = async () =>
      (await make(own.Tomas, calls.listTransactions, { query: { from: today } })).body.payload.transactions.map(
        ({ claim }) => claim?.claimId,
      )
    // With its number unique, the claim is the one that is paid, but only by its own payer.
    await pay([byTomas('Jonas')])
    expect(await readBoth()).toEqual([share - 500, undefined])
    await pay([{ ...byTomas('Jonas'), payer: 'Another Dental' }])
    expect(await readBoth()).toEqual([share, undefined])
    await copyRow('claim', `claim_id = '${claimId}'`, { claim_id: second, provider_name: 'Another clinic' })
    await write(second, ['Another Dental'])
    try {
      await pay([byTomas('Jonas')])
      expect(await readBoth()).toEqual([share, share])
      await pay([{ ...byTomas('Jonas'), payer: 'PLAINS HEALTH INC' }])
      expect(await readBoth()).toEqual([share - 500, share])
      await pay([{ ...byTomas('Jonas'), payer: 'N-Another Dental' }])
      expect(await readBoth()).toEqual([share, share - 500])
      // A replaced or duplicate claim does not count as another claim with the number.
      await sql`update claim set state = 'duplicate' where claim_id = ${second}::uuid`.execute(read)
      await pay([byTomas('Jonas')])
      expect((await readBoth())[0]).toBe(share - 500)
      await sql`update claim set state = 'paid' where claim_id = ${second}::uuid`.execute(read)
      // Two claims of the account's owner with the same number are just as ambiguous.
      await sql`update claim set member_id = ${people.Tomas.memberId}::uuid, claim_number = 'OWED-Tomas' where claim_id = ${second}::uuid`.execute(
        read,
      )
      await pay([byTomas('Tomas')])
      expect(await readLinked()).toEqual([undefined])
    } finally {
      await sql`delete from claim where claim_id = ${second}::uuid`.execute(read)
      await sql`update claim set facts = facts - 'payer' where member_id = ${memberId}::uuid and claim_id = ${claimId}::uuid`.execute(
        read,
      )
    }
    await pay([byTomas('Tomas')])
    expect(await readLinked()).toEqual([people.Tomas.claimId])
  })

  test('MP-3 MP-10 MP-14 for any payments, everyone who may read a claim sees the same, and other families’ payments never count', async () => {
    const payment = fc.record({
      by: fc.constantFrom(...family, 'Stranger' as const),
      of: fc.option(fc.constantFrom(...family)),
      number: fc.constantFrom('OWED-1', 'OWED-2'),
      cents: fc.integer({ min: -500, max: 1_500 }),
      state: fc.constantFrom('posted', 'pending', 'denied'),
    })
    const numbers = fc.array(fc.constantFrom('OWED-1', 'OWED-2', 'OWED-3'), { minLength: 5, maxLength: 5 })
    const viewed = await viewAs(portal, { firstName: 'Mirela', relationship: 'CAREGIVER' }, ['coverage', 'claims'])
    const readers: [Client, Name][] = [
      [own.Tomas, 'Tomas'],
      [own.Mirela, 'Mirela'],
      [viewed, 'Mirela'],
      [own.Jonas, 'Jonas'],
      [own.Tomas, 'Alma'],
    ]
    const property = fc.asyncProperty(fc.array(payment, { maxLength: 6 }), numbers, async (payments, given) => {
      const numberOf = new Map([...family, 'Stranger' as const].map((name, at) => [name, given[at]]))
      for (const [name, claim_number] of numberOf)
        await portal.database.read
          .updateTable('claim')
          .set({ claim_number: claim_number ?? '' })
          .where('claim_id', '=', people[name].claimId)
          .execute()
      await pay(payments)
      for (const [client, name] of readers) {
        const counts = ({ by, of, number, state }: Payment) => {
          // A payment that names nobody else is for its owner's own claim with that number, or else for the only person who has it.
          const isAlone = family.filter((one) => numberOf.get(one) === number).length === 1
          const isFor = of === null || of === by ? name === by || (numberOf.get(by) !== number && isAlone) : of === name
          return by !== 'Stranger' && state !== 'denied' && number === numberOf.get(name) && isFor
        }
        const paid = payments.filter(counts).reduce((sum, { cents }) => sum + cents, 0)
        const expected = toOwed(Math.min(share, Math.max(0, paid)))
        expect([name, await readOwed(client, name)]).toEqual([name, expected])
        const { payload } = (await make(client, calls.openClaim, { params: { claimId: people[name].claimId } })).body
        expect([name, payload.owed]).toEqual([name, expected])
      }
    })
    await fc.assert(property, { numRuns: 25 })
  })
})

describe('MP-3 MP-10 MP-14 after people have moved to contracts of their own', () => {
  /** Puts someone on a contract, as a plan's file does; left out: on one of their own number. */
  async function move(name: Name, contract?: string): Promise<void> {
    const { read } = portal.database
    const row = await read
      .selectFrom('member')
      .selectAll()
      .where('member_id', '=', people[name].memberId)
      .executeTakeFirstOrThrow()
    const { rejected } = await importFiles(
      portal.database,
      {
        'members.csv': csv({
          ...{ member_number: row.member_number, first_name: row.first_name, last_name: row.last_name },
          ...{ date_of_birth: row.date_of_birth, contract_number: contract ?? row.member_number },
          relationship: contract === undefined ? 'self' : 'child',
        }),
      },
      { kind: 'members', brand: 'hmbcbs' },
    )
    expect(rejected).toEqual([])
  }

  const readContract = async (name: Name) => {
    const row = await portal.database.read
      .selectFrom('member')
      .select('contract_number')
      .where('member_id', '=', people[name].memberId)
      .executeTakeFirstOrThrow()
    return row.contract_number
  }

  async function restoreNumbers(): Promise<void> {
    for (const name of family)
      await portal.database.read
        .updateTable('claim')
        .set({ claim_number: `OWED-${name}` })
        .where('claim_id', '=', people[name].claimId)
        .execute()
  }

  /** What Tomas's transactions say; a grown child's care must not show there. */
  const readTold = async () => {
    const { transactions } = (await make(own.Tomas, calls.listTransactions, { query: { from: today } })).body.payload
    const told = transactions.map(({ amountCents, withheld, person, claim }) => ({
      ...{ amountCents, withheld, person, claim: claim?.claimId ?? null },
    }))
    return told.toSorted((one, other) => one.amountCents - other.amountCents)
  }

  const payForAnyone = (by: Name, number: string, cents: number): Payment => ({
    by,
    of: null,
    number,
    cents,
    state: 'posted',
  })

  test('MP-10 MP-14 a grown child with a contract of their own reads what the parent’s account paid, on every screen, and the parent reads no more than before', async () => {
    await restoreNumbers()
    const contract = await readContract('Jonas')
    const payments = [byTomas('Jonas'), payForAnyone('Tomas', 'OWED-Jonas', 300), byTomas('Tomas', 700)]
    await pay(payments)
    const before = await readTold()
    await move('Jonas')
    try {
      expect(await readContract('Jonas')).not.toBe(contract)
      const client = own.Jonas
      const params = { claimId: people.Jonas.claimId }
      expect(await readOwed(client, 'Jonas')).toEqual(toOwed(800))
      expect((await make(client, calls.openClaim, { params })).body.payload.owed).toEqual(toOwed(800))
      const { recentClaims } = (await make(client, calls.overview, {})).body.payload
      expect(recentClaims.find(({ claimId }) => claimId === params.claimId)).toMatchObject(toOwed(800))
      expect((await client.get<string>('/mbr/', { headers: { accept: 'text/html' } })).body.payload).toContain('$12.00')
      const file = String((await make(client, calls.exportClaims, { body: {} })).bytes)
      expect(file.split('\r\n').find((row) => row.includes('OWED-Jonas'))).toMatch(/,20\.00,8\.00,12\.00$/)
      expect((await make(client, calls.claimPayable, { params })).body.payload.paidCents).toBe(800)
      const { claims: payable, accounts } = (await make(client, calls.spendingSummary, {})).body.payload
      expect(payable.find(({ claimId }) => claimId === params.claimId)).toMatchObject({
        paidCents: 800,
        leftCents: 1_200,
      })
      expect(accounts.map(({ accountId }) => accountId)).toEqual([people.Jonas.accountId])
      const paper = await make(client, calls.claimEob, { params, query: { language: 'en' } })
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(paper.bytes)), { mergePages: true })
      expect(text.replace(/[\s\u200b]+/g, ' ')).toContain('$12.00')
      // The parent sees neither the claim nor what the money was for.
      expect(await readOwed(own.Tomas, 'Jonas')).toBeUndefined()
      expect((await make(own.Tomas, calls.openClaim, { params })).status).toBe(404)
      expect(await readTold()).toEqual(before)
      expect(await readOwed(own.Tomas, 'Tomas')).toEqual(toOwed(700))
      // A new payment of the parent still counts, and one of a stranger does not.
      await pay([...payments, byTomas('Jonas', 100), { ...payForAnyone('Stranger', 'OWED-Jonas', 50) }])
      expect(await readOwed(client, 'Jonas')).toEqual(toOwed(900))
    } finally {
      await move('Jonas', contract)
    }
    expect(await readOwed(own.Jonas, 'Jonas')).toEqual(toOwed(900))
  })

  test('MP-10 MP-14 a payment that names nobody is for those who are on the owner’s contract now before those who were', async () => {
    await restoreNumbers()
    const { read } = portal.database
    const contract = await readContract('Jonas')
    await move('Jonas')
    try {
      await pay([payForAnyone('Tomas', 'OWED-Jonas', 300)])
      expect(await readOwed(own.Jonas, 'Jonas')).toEqual(toOwed(300))
      await read
        .updateTable('claim')
        .set({ claim_number: 'OWED-Jonas' })
        .where('claim_id', '=', people.Mirela.claimId)
        .execute()
      expect(await readOwed(own.Mirela, 'Mirela')).toEqual(toOwed(300))
      expect(await readOwed(own.Jonas, 'Jonas')).toEqual(toOwed(0))
      await restoreNumbers()
      // An account of whoever has left paid for those who stayed.
      await pay([{ by: 'Jonas', of: 'Alma', number: 'OWED-Alma', cents: 400, state: 'posted' }])
      expect(await readOwed(own.Tomas, 'Alma')).toEqual(toOwed(400))
      // Two who have both left the family’s contract.
      await pay([{ by: 'Mirela', of: 'Jonas', number: 'OWED-Jonas', cents: 400, state: 'posted' }])
      await move('Mirela')
      expect(await readOwed(own.Jonas, 'Jonas')).toEqual(toOwed(400))
    } finally {
      await move('Jonas', contract)
      await move('Mirela', contract)
    }
  })
})
