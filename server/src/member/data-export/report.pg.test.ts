import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

async function textIn(language: 'en' | 'es', loginId = 'MEMBER01') {
  const client = await memberClient(portal.origin, loginId)
  client.cookies.set('language', language)
  const { status, bytes } = await make(client, calls.exportData, { body: { format: 'pdf' } })
  expect(status).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/Page \d+|Página \d+/g, '').replace(/\s+/g, ' ')
}

/** The text of the document between one text and the next occurrence of another. */
function between(text: string, begins: string, ends: string): string {
  const [, after = ''] = text.split(begins)
  return after.split(ends)[0] ?? ''
}

const accountId = sql`(select account_id from account where login_id = 'MEMBER01')`
const memberId = sql`(select member_id from account where login_id = 'MEMBER01')`
const hash = () => sql`decode(${randomUUID().replaceAll('-', '')}, 'hex')`

describe('RG-3 the document for people', () => {
  beforeAll(async () => {
    const { read } = portal.database
    await sql`update prescription set written_on = '2026-03-04', ends_on = null, refills = null, quantity = null, days_supply = null
      where member_id = ${memberId} and name like 'Metformin%'`.execute(read)
    await sql`update prescription set refills = 0 where member_id = ${memberId} and name like 'Sertraline%'`.execute(
      read,
    )
    const method = randomUUID()
    await sql`insert into premium_method (member_id, method_id, state, gateway, gateway_ref, customer_ref, url, kind, label,
        last_four, language, return_to, looks, created_at, changed_at)
      values (${memberId}, ${method}, 'saved', 'sandbox', 'zq-method', 'zq-customer', 'https://zq.example', 'card', 'Visa', '4242',
        'en', '', 0, '2026-05-02T12:00:00Z', now())`.execute(read)
    const [{ account_id: account } = { account_id: '' }] = (
      await sql<{ account_id: string }>`select account_id from premium_account where member_id = ${memberId}`.execute(
        read,
      )
    ).rows
    await sql`insert into premium_autopay (member_id, account_id, method_id, most_cents, language, confirmed_at)
      values (${memberId}, ${account}, ${method}, 45000, 'en', '2026-05-03T12:00:00Z')`.execute(read)
    for (const [state, paid, refunded] of [
      ['succeeded', 21_240, 1_500],
      ['unknown', 0, 0],
    ] as const)
      await sql`insert into premium_payment (member_id, payment_id, account_id, amount_cents, paid_cents, refunded_cents, state,
          gateway, gateway_ref, language, return_to, looks, created_at, changed_at)
        values (${memberId}, ${randomUUID()}, ${account}, 21240, ${paid}, ${refunded}, ${state}, 'sandbox',
          ${`zq-payment-${state}`}, 'en', '', 0, '2026-06-05T16:00:00Z', now())`.execute(read)
    await sql`insert into member_contact (member_id, city, phone) values (${memberId}, 'Erie', '555-010-7788')
      on conflict (member_id) do update set city = 'Erie', phone = '555-010-7788', email = null`.execute(read)
    await sql`insert into related_person (member_id, resource_id, name, relationship, withdrawn, sensitive, content_hash, run_id,
        imported_at)
      values (${memberId}, 'zq-resource', 'Rosa Escobar', 'Mother', false, false, ${hash()}, ${randomUUID()}, now())`.execute(
      read,
    )
    await sql`insert into care_team (member_id, resource_id, name, participants, withdrawn, sensitive, content_hash, run_id,
        imported_at)
      values (${memberId}, 'zq-resource', 'Heart team', ${JSON.stringify([
        { id: 'zq-1', name: 'Nora Whitfield, MD', role: 'Leader' },
        { id: 'zq-2', name: null, role: null },
      ])}, false, false, ${hash()}, ${randomUUID()}, now())`.execute(read)
    await sql`insert into authenticator (account_id, secret, created_at) values (${accountId}, 'zq-secret', now())`.execute(
      read,
    )
    for (const used of [null, '2026-06-05T16:00:00Z', null])
      await sql`insert into recovery_code (account_id, code_hash, used_at) values (${accountId}, ${hash()}, ${used})`.execute(
        read,
      )
    await sql`insert into email_change (account_id, email, ticket_hash, created_at, expires_at)
      values (${accountId}, 'new@mail.example', ${hash()}, now(), '2026-12-24T17:00:00Z')`.execute(read)
  })

  test('RG-3 MP-15 MP-18 it lists medicines, approvals and payments in English, and marks unknown values', async () => {
    const text = await textIn('en')
    expect(between(text, 'Metformin 500 mg tablets', 'Status')).toBe(
      ' How to take it Take 1 tablet by mouth with your evening meal. Prescribed by Nora Whitfield, MD Written on March 4, 2026 Fill by Not known Amount each time Not known Refills allowed Not known ',
    )
    expect(between(text, 'Sertraline 100 mg tablets', 'Status')).toContain('Refills allowed 0')
    // A dose given in fields becomes a sentence.
    expect(text).toContain('How to take it Take 2 puffs every 4 hours, only when you need it.')
    expect(between(text, 'What pharmacies gave you', 'Approvals')).toContain(
      'Corner Pharmacy 120 Example Street, Harrisburg, PA 17101 Amount 90 tablets, 90 days',
    )
    expect(between(text, 'Ozempic 1 mg pen', 'Begins')).toMatch(
      /^ Status Waiting for a decision Number PA9940622 .* Decided on Not known $/,
    )
    // What is left to pay on a claim depends on who has paid what since.
    expect(text).toMatch(/Billed \$[\d,.]+ .{0,60}Your share \$[\d,.]+/)
    // Lines of a bill for several people say whose they are, as on the page.
    expect(between(text, 'What it is for', 'Premium tax credit')).toMatch(
      /^ Monthly premium, Mayte: \$[\d.]+ Monthly premium, Ramiro: \$[\d.]+ Monthly premium, Ines: \$[\d.]+ Monthly premium: \$31.00 \(Dental Choice\) $/,
    )
    const [paid, asked] = between(text, 'Premiums paid here', 'Your ways to pay')
      .split('June 5, 2026 at 12:00 PM ')
      .slice(1)
    const told = [paid, asked].sort()
    expect(told).toEqual([
      'Premium account P-100551-4471 Amount $212.40 Status Being checked Paid Not known yet ',
      'Premium account P-100551-4471 Amount $212.40 Status Paid Paid $212.40 Returned to you $15.00 ',
    ])
    expect(between(text, 'Your ways to pay', 'Automatic payment')).toBe(
      ' Visa ending in 4242 Kind Card Status Saved Added May 2, 2026 at 8:00 AM ',
    )
    expect(text).toContain('Most we may take at a time $450.00 You agreed on May 3, 2026 at 8:00 AM')
  })

  test('RG-3 AG-5 it lists who is close to the member, who may see their plan, and how they sign in', async () => {
    const text = await textIn('en')
    expect(text).toContain('How your plan reaches you Address Erie E-mail Not known Phone 555-010-7788')
    expect(text).toContain('Heart team Team members Nora Whitfield, MD (Leader) Not known Status Not known')
    expect(text).toContain(
      'Rosa Escobar Relationship to you Mother Date of birth Not known Phone Not known E-mail Not known',
    )
    expect(text).toMatch(/Three Rivers Benefits, Western Pennsylvania Can see your plan since [A-Z][a-z]+ \d+, 20\d\d/)
    expect(text).toContain(
      'New e-mail, not confirmed new@mail.example, to be confirmed by December 24, 2026 at 12:00 PM',
    )
    expect(text).toContain('Authenticator app Started, but not turned on yet Recovery codes 2 not used yet')
    // Nothing secret, and none of the ids that only link rows together.
    expect(text).not.toContain('zq-')
  })

  test('RG-3 it says the same in Spanish', async () => {
    const text = await textIn('es')
    expect(between(text, 'Metformin 500 mg tablets', 'Estado')).toContain(
      'Fecha de la receta 4 de marzo de 2026 Se puede surtir hasta el No se sabe Cantidad cada vez No se sabe Resurtidos permitidos No se sabe',
    )
    for (const told of [
      'Tome 2 inhalaciones cada 4 horas, solo cuando lo necesite.',
      'Cantidad 90 tabletas, 90 días',
      'Ozempic 1 mg pen Estado En espera de una decisión',
      'Prima mensual, Mayte: $',
      'Estado En verificación Pagado Todavía no se sabe',
      'Estado Pagado Pagado $212.40 Se le devolvió $15.00',
      'Visa que termina en 4242 Tipo Tarjeta Estado Guardada',
      'Máximo por cobro $450.00',
      'Códigos de recuperación 2 sin usar',
    ])
      expect(text).toContain(told)
    expect(text).not.toContain('zq-')
  })

  test('RG-3 AG-3 someone who sells plans finds whom they work for, and their trainings', async () => {
    const text = await textIn('en', 'AGENT001')
    const work = between(text, 'Your work with agencies', 'Sign-in')
    expect(work).toContain('Three Rivers Benefits, Western Pennsylvania What you may use Leads')
    expect(work).toMatch(/Medicare Advantage, PA Appointed from [A-Z][a-z]+ \d+, 20\d\d/)
    expect(work).toMatch(/Training done [A-Z][a-z]+ \d+, 20\d\d/)
    // Members have no such part.
    expect(await textIn('en', 'MEMBER02')).not.toContain('Your work with agencies')
  })
})

test('OS-39 RG-3 it lists which apps may read whose records, which parts, and how long', async () => {
  const { read } = portal.database
  const of = (column: string) => sql`(select ${sql.ref(column)} from account where login_id = 'MEMBERND')`
  await sql`insert into app (client_id, name, maker, contact_email, redirect_uris, auth_method, state, registered_at, changed_at)
    values ('zq-app', 'Year in Numbers', 'Ours', 'dev@app.example', '[]', 'none', 'listed', now(), now())`.execute(read)
  await sql`insert into app_grant (grant_id, client_id, brand, account_id, member_id, whose, scopes, rejected, parts, sensitive, lasts,
      began_at, changed_at, ends_at)
    values (${randomUUID()}, 'zq-app', 'ndbcbs', ${of('account_id')}, ${of('member_id')}, 'own', '["patient/zq.rs"]', '[]',
      '["claims", "medicines"]', true, 'months', '2026-05-02T12:00:00Z', now(), '2027-06-02T12:00:00Z')`.execute(read)
  const english = await textIn('en', 'MEMBERND')
  expect(between(english, 'Year in Numbers', 'How you sign in')).toContain(
    ' Whose records Yours What it may read Claims and costs Medicines Sensitive records, too Yes Connected May 2, 2026 at 8:00 AM Last read Has read nothing yet May read until June 2, 2027 at 8:00 AM',
  )
  expect(english).not.toContain('zq')
  expect(await textIn('es', 'MEMBERND')).toContain(
    'Los datos de quién Los suyos Qué puede leer Reclamaciones y costos Medicamentos',
  )
})
