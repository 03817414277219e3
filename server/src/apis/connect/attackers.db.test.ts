import { allowApp, readAppRequest } from '@portico/contract/calls/apps'
import { closeAccount } from '@portico/contract/calls/profile'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addApp, agree, authorizeAddress, begin, goBack, redirectUri, verifier } from '../../../test/apps.ts'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { actForMember } from '../../../test/signed-in.ts'

const portal = testPortal()
const brand = 'hmbcbs'
let member: Client

beforeAll(async () => {
  member = await signInClient(portal.origin, 'MEMBER01')
  await addApp(portal.database, 'app')
  await addApp(portal.database, 'evil', { redirect_uris: JSON.stringify(['https://evil.example/callback']) })
  await addApp(portal.database, 'waiting', { state: 'ended' })
})

type Token = { readonly status: number; readonly body: Readonly<Record<string, string>> }

async function ask(form: Readonly<Record<string, string>>): Promise<Token> {
  const address = `${portal.origin}/connect/${brand}/token`
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams({ client_id: 'app', ...form }) })
  return { status: answer.status, body: (await answer.json()) as Token['body'] }
}

const trade = (code: string, more: Readonly<Record<string, string>> = {}) =>
  ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...more })
const refresh = (token = '') => ask({ grant_type: 'refresh_token', refresh_token: token })

async function read(token = '', of = brand): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${portal.origin}/fhir/${of}/r4/Nothing/1`, { headers })).status
}

async function codeFor(client: Client, choice = {}): Promise<string> {
  const back = await agree(client, await begin(client, authorizeAddress(portal.origin, 'app')), choice)
  return back.searchParams.get('code') ?? ''
}

/** Where a bad request leads: back to the app, to the portal's own page, or nowhere. */
async function refusal(more: Readonly<Record<string, string>>, clientId = 'app'): Promise<string> {
  const { pathname, search } = new URL(authorizeAddress(portal.origin, clientId, more))
  const answer = await member.get(`${pathname}${search}`, { headers: { accept: 'text/html', origin: undefined } })
  const to = answer.headers.get('location') ?? ''
  if (to.startsWith('/login/')) return to.replace(/^.*code=/, 'page ')
  return /[?#&]error=(\w+)/.exec(to)?.[1] ?? String(answer.status)
}

describe('OS-31 what an app may not request', () => {
  test.each([
    [
      'another address to be called back at',
      { redirect_uri: 'https://evil.example/callback' },
      'page invalid_redirect_uri',
    ],
    ['the same address with more', { redirect_uri: `${redirectUri}?x=1` }, 'page invalid_redirect_uri'],
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another server’s audience', { aud: 'https://evil.example/fhir' }, 'invalid_target'],
    ['no audience', { aud: '' }, 'invalid_target'],
    ['a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['nobody to be asked', { prompt: 'none' }, 'login_required'],
  ])('%s', async (_what, more, expected) => {
    expect(await refusal(more)).toBe(expected)
  })

  test('an app that has ended, or that does not exist', async () => {
    expect(await refusal({}, 'waiting')).toBe('page invalid_client')
    expect(await refusal({}, 'nobody')).toBe('page invalid_client')
  })
})

describe('OS-31 codes and tokens in the wrong hands', () => {
  test('a stolen code is worthless without its verifier, its app and its address', async () => {
    const code = await codeFor(member)
    for (const more of [
      { code_verifier: 'x'.repeat(50) },
      { client_id: 'evil' },
      { redirect_uri: 'https://evil.example/callback' },
    ])
      expect((await trade(code, more)).status).toBe(400)
    expect((await trade(code)).status).toBe(200)
  })

  test('a code exchanged twice at the same moment gives tokens at most once', async () => {
    const code = await codeFor(member)
    const answers = await Promise.all([trade(code), trade(code), trade(code)])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
  })

  test('a code older than a minute is refused', async () => {
    const code = await codeFor(member)
    await sql`update app_token set payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::int - 20))
      where kind = 'AuthorizationCode' and consumed_at is null`.execute(portal.database.read)
    expect((await trade(code)).body.error).toBe('invalid_grant')
  })

  test('a reused refresh token is accepted for a minute, then ends the grant', async () => {
    const first = (await trade(await codeFor(member))).body
    const [one, other] = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)])
    expect([one.status, other.status]).toEqual([200, 200])
    await sql`update app_token set consumed_at = consumed_at - interval '2 minutes'
      where kind = 'RefreshToken' and consumed_at is not null`.execute(portal.database.read)
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
    for (const { body } of [one, other]) {
      expect(await read(body.access_token)).toBe(401)
      expect((await refresh(body.refresh_token)).status).toBe(400)
    }
    const ended = portal.database.read.selectFrom('app_grant').select('ended_reason').where('ended_at', 'is not', null)
    expect((await ended.execute()).map(({ ended_reason }) => ended_reason)).toContain('reused')
  })

  test('OS-39 AD-3 an account that staff have locked gives no app anything until it is unlocked', async () => {
    const { access_token: token } = (await trade(await codeFor(member))).body
    const lock = (at: Date | null) =>
      sql`update account set locked_at = ${at} where login_id = 'MEMBER01'`.execute(portal.database.read)
    expect(await read(token)).toBe(404)
    await lock(new Date())
    expect(await read(token)).toBe(401)
    await lock(null)
    expect(await read(token)).toBe(404)
  })

  test('OS-30 one brand’s token does not work at another', async () => {
    const { body } = await trade(await codeFor(member))
    expect(await read(body.access_token)).toBe(404)
    expect(await read(body.access_token, 'ms')).toBe(401)
    expect(await read(body.refresh_token)).toBe(401)
    expect(await read('')).toBe(401)
  })

  test('OS-30 no secret of a code or token is in the database', async () => {
    const { body } = await trade(await codeFor(member))
    const { rows } = await sql<{ text: string }>`select t::text as text from app_token t`.execute(portal.database.read)
    const all = rows.map(({ text }) => text).join('\n')
    for (const secret of [body.access_token, body.refresh_token]) expect(all).not.toContain(secret)
  })
})

describe('OS-38 the consent screen is for the person in front of it', () => {
  test('another browser’s request cannot be answered', async () => {
    const attacker = await signInClient(portal.origin, 'MEMBER02')
    const requestId = await begin(attacker, authorizeAddress(portal.origin, 'app'))
    expect((await make(member, readAppRequest, { params: { askId: requestId } })).status).toBe(404)
    const body = { personId: crypto.randomUUID(), parts: ['claims' as const], sensitive: true, lasts: 'open' as const }
    member.cookies.set('appRequest', 'x'.repeat(43))
    expect((await make(member, allowApp, { params: { askId: requestId }, body })).status).toBe(404)
    member.cookies.delete('appRequest')
  })

  test('another site cannot have it answered, nor frame it', async () => {
    const requestId = await begin(member, authorizeAddress(portal.origin, 'app'))
    const body = { personId: crypto.randomUUID(), parts: ['claims' as const], sensitive: true, lasts: 'open' as const }
    const forged = await make(
      member,
      allowApp,
      { params: { askId: requestId }, body },
      { origin: 'https://evil.example' },
    )
    expect(forged.status).toBe(403)
    const page = await member.get('/login/', { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('it is answered once, and only for people whose data the person may share', async () => {
    const requestId = await begin(member, authorizeAddress(portal.origin, 'app'))
    const stranger = {
      personId: crypto.randomUUID(),
      parts: ['claims' as const],
      sensitive: false,
      lasts: 'once' as const,
    }
    expect((await make(member, allowApp, { params: { askId: requestId }, body: stranger })).status).toBe(404)
    expect((await agree(member, requestId)).searchParams.get('code')).toBeTruthy()
    expect((await make(member, readAppRequest, { params: { askId: requestId } })).status).toBe(404)
  })

  test('OS-40 someone who acts for a member connects nothing', async () => {
    const rep = await actForMember(portal.origin, 'MEMBER01')
    const requestId = await begin(rep, authorizeAddress(portal.origin, 'app'))
    const { status } = await make(rep, readAppRequest, { params: { askId: requestId } })
    expect(status).toBe(403)
  })

  test('the answer goes back only to the browser that asked', async () => {
    const requestId = await begin(member, authorizeAddress(portal.origin, 'app'))
    const other = member.copy()
    for (const name of ['appResume', 'appRequest', 'appSession']) other.cookies.delete(name)
    const { people, parts } = (await make(member, readAppRequest, { params: { askId: requestId } })).body.payload
    const body = { personId: people[0]?.personId ?? '', parts: [...parts], sensitive: false, lasts: 'once' as const }
    const { to } = (await make(member, allowApp, { params: { askId: requestId }, body })).body.payload
    expect((await goBack(other, to)).pathname).toBe('/login/')
  })
})

describe('OS-39 closing the account', () => {
  test('ends its grants with everything they gave', async () => {
    const closing = await signInClient(portal.origin, 'MEMBER02')
    const { body } = await trade(await codeFor(closing))
    expect(await read(body.access_token)).toBe(404)
    const code = await codeFor(closing)
    expect((await make(closing, closeAccount, { body: { password: 'Welcome1!' } })).status).toBe(200)
    expect(await read(body.access_token)).toBe(401)
    expect((await refresh(body.refresh_token)).status).toBe(400)
    expect((await trade(code)).status).toBe(400)
  })
})
