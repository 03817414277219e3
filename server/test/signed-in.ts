import { randomUUID } from 'node:crypto'
import { listPeople, startViewing } from '@portico/contract/calls/people'
import { startSimulation } from '@portico/contract/calls/simulation'
import type { AccessScope } from '@portico/rules/people/access'
import type { AccessRelationship } from '@portico/rules/people/invitation'
import { sql } from 'kysely'
import { beforeAll, expect } from 'vitest'
import { make } from './call.ts'
import { Client, memberClient, signInClient } from './client.ts'
import type { Portal } from './portal.ts'

/** The browser of someone who is signed in, with an access token, before the first test of a file. */
export function testClient(portal: Pick<Portal, 'origin'>, loginId: string): Client {
  const client = new Client('http://not-started.invalid')
  beforeAll(async () => {
    client.origin = portal.origin
    expect((await client.signIn(loginId)).status).toBe(200)
    await client.takeToken()
  })
  return client
}

/** A representative who acts for a member, with an access token. */
export async function actForMember(origin: string, logonID: string): Promise<Client> {
  const rep = await memberClient(origin, 'CSRREP01')
  const body = { reason: 'Asked for help with a claim', ticket: 'T-1001' }
  const begun = await make(rep, startSimulation, { params: { storeID: '10151', logonID }, body })
  expect(begun.status).toBe(200)
  await rep.takeToken()
  return rep
}

/** The name in an access that stays while samples are undone. */
export const keptName = 'Kept Person'

/** FAMILY01, who looks at the information of their spouse as far as these scopes let them. */
export async function viewMirela({ origin, database }: Portal, scopes: readonly AccessScope[]): Promise<Client> {
  const mirela = database.read.selectFrom('member').select('member_id').where('first_name', '=', 'Mirela')
  await database.read
    .updateTable('person_access')
    .set({ scopes: JSON.stringify(scopes), name: keptName })
    .where('member_id', '=', mirela.where('last_name', '=', 'Lindqvist'))
    .execute()
  const client = await signInClient(origin, 'FAMILY01')
  const { held } = (await make(client, listPeople, {})).body.payload
  const personId = held.find(({ firstName }) => firstName === 'Mirela')?.personId ?? ''
  expect((await make(client, startViewing, { body: { personId } })).status).toBe(200)
  return client
}

/** CAREGIV1, who is no member and no relative, looks at the information of FAMILY01, who gave them all access. */
export function viewTomas(portal: Portal, scopes: readonly AccessScope[]): Promise<Client> {
  return viewAs(portal, { firstName: 'Tomas', relationship: 'CAREGIVER' }, scopes)
}

/** CAREGIV1 looks at the information of one of FAMILY01's family as what they are to them, as far as these scopes let them. */
export async function viewAs(
  { origin, database }: Portal,
  { firstName: of, relationship }: { readonly firstName: string; readonly relationship: AccessRelationship },
  scopes: readonly AccessScope[],
): Promise<Client> {
  await sql`insert into person_access (access_id, member_id, brand, name, email, relationship, scopes, state, account_id, begins, invited_at, changed_at)
    select ${randomUUID()}, member.member_id, member.brand, ${keptName}, 'caregiv1@mail.example', ${relationship}, ${JSON.stringify(scopes)}::jsonb,
      'active', account.account_id, '2026-01-01', now(), now()
    from member, account where member.first_name = ${of} and member.last_name = 'Lindqvist' and account.login_id = 'CAREGIV1'`.execute(
    database.read,
  )
  const client = await signInClient(origin, 'CAREGIV1')
  const { held } = (await make(client, listPeople, {})).body.payload
  const personId = held.find(({ firstName }) => firstName === of)?.personId ?? ''
  expect((await make(client, startViewing, { body: { personId } })).status).toBe(200)
  return client
}
