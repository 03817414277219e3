import { describe, expect, test } from 'vitest'
import { parseHost } from '../environment/host.ts'
import { PROJECTS, type ProjectCode } from '../environment/projects.ts'
import { isOauthClient, oauthClientId, PAGE_CLIENT_ID } from './clients.ts'
import { signInMethod } from './sign-in-method.ts'

describe('SI-11 EN-2 the client id of an environment', () => {
  test.each([
    ['producer.highmark.example', 'portico-prod'],
    ['oauth-p.highmark.example', 'portico-prod'],
    ['oauth-q.highmark.example', 'portico-qa'],
    ['producer-tenv.highmark.example', 'portico-qa'],
    ['producer-tenv2.highmark.example', 'portico-test'],
    ['producer.highmark.localhost', 'portico-test'],
    ['127.0.0.1:8080', 'portico-test'],
  ])('SI-11 EN-2 at %s it is %s, and known', (host, clientId) => {
    expect(oauthClientId(parseHost(host).environment)).toBe(clientId)
    expect(isOauthClient(clientId)).toBe(true)
  })

  test('SI-11 the page has its own client id, and no other is known', () => {
    expect(isOauthClient(PAGE_CLIENT_ID)).toBe(true)
    for (const other of ['', 'portico', 'test', 'PORTICO-TEST', 'constructor']) expect(isOauthClient(other)).toBe(false)
  })
})

test('SI-12 the producer project signs in with tokens, every other through the service', () => {
  const byToken = (Object.keys(PROJECTS) as ProjectCode[]).filter((project) => signInMethod(project) === 'token')
  expect(byToken).toEqual(['chmprd'])
})
