import { describe, expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { productionSettings } from '../../../test/production.ts'

describe('stub mode on a development server', () => {
  const portal = testPortal()

  test('EN-4 canned answers are served as files, each method with GET', async () => {
    const client = new Client(portal.origin)
    const answer = await client.get<{ userAlias: string }>('/stubs/post/rbsmbl/x-services/userauth/v1/login.json')
    expect(answer.status).toBe(200)
    expect(answer.body.payload.userAlias).toBe('Mayte')
    expect((await client.get('/stubs/page/mbr.agent.json')).status).toBe(200)
    expect((await client.get('/stubs/get/nothing.json')).status).toBe(404)
  })

  test('EN-4 a page requested with stubs=true knows it', async () => {
    const { body } = await new Client(portal.origin).get<string>('/login/?stubs=true', {
      headers: { accept: 'text/html' },
    })
    expect(body.payload).toContain('"stubs":true')
  })
})

describe('stub mode in production', () => {
  const portal = testPortal(productionSettings())

  test('EN-4 is refused, even on a host that looks like a development one', async () => {
    const client = new Client(portal.origin)
    expect((await client.get('/stubs/page/mbr.agent.json')).status).toBe(404)
    expect((await client.get('/stubs/post/rbsmbl/x-services/userauth/v1/login.json')).status).toBe(404)
    const page = await client.get<string>('/login/?stubs=true&producer=true', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.body.payload).toContain('"stubs":false')
  })
})
