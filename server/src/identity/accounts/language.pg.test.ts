import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

async function browser(cookies: Readonly<Record<string, string>> = {}): Promise<Client> {
  const client = new Client(portal.origin)
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
  expect((await client.signIn('MEMBER01')).status).toBe(200)
  return client
}
async function readLanguage(client: Client): Promise<string | undefined> {
  const { bytes } = await client.send('GET', '/member/home', { headers: { accept: 'text/html' } })
  return /<html lang="(\w+)"/.exec(bytes.toString())?.[1]
}
async function readStored(): Promise<string | null> {
  const { rows } = await sql<{ page_language: string | null }>`
    select page_language from account where login_id = 'MEMBER01'`.execute(portal.database.read)
  return rows[0]?.page_language ?? null
}

test('LG-4 a new browser uses the person’s language from the sign-in on', async () => {
  await readLanguage(await browser({ language: 'es' }))
  expect(await readStored()).toBe('es')
  const other = await browser()
  expect(other.cookies.get('language')).toBe('es')
  expect(await readLanguage(other)).toBe('es')
})

test('LG-4 the language chosen in this browser stays, and becomes the person’s', async () => {
  await readLanguage(await browser({ language: 'es' }))
  const chosen = await browser({ language: 'en' })
  expect(chosen.cookies.get('language')).toBe('en')
  expect(await readLanguage(chosen)).toBe('en')
  expect(await readStored()).toBe('en')
})

test('LG-4 a cookie without one of our languages is no choice', async () => {
  await readLanguage(await browser({ language: 'es' }))
  expect((await browser({ language: 'tlh' })).cookies.get('language')).toBe('es')
})
