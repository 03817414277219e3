import { expect, test } from 'vitest'
import { findLeaks } from './leaks.ts'

const secrets = new Map([
  ['Escobar', 'last name'],
  ['Welcome1!', 'password'],
  ['1965-09-12', 'date of birth'],
  ['19650912', 'date of birth'],
  ['How is my (dear) claim?', 'message text'],
  ['Ng', 'last name'],
])

const token = 'h3LLo-_h3LLo-_h3LLo-_h3LLo-_h3LLo-_h3LLo-_1'

test.each([
  ['last name', '{"msg":"hello Escobar"}'],
  ['password', 'failed for Welcome1! again'],
  ['date of birth', '{"born":"1965-09-12"}'],
  ['message text', 'x How is my (dear) claim? y'],
  ['signed token', 'eyJhbGciOiJFUzI1NiJ9.eyJ1aWQiOiJBIn0xxxx.c2lnbmF0dXJl'],
  ['session or refresh token', `{"cookie_value":"${token}"}`],
  ['credentials', '{"x":"Basic TUVNQkVSMDE6"}'],
  ['e-mail address', 'to member01@mail.example'],
  ['phone number', 'call 555-609-6292 now'],
  ['field of a secret', '{"password":"hunter2"}'],
])('SI-14 a line with a %s is found, and shown without it', (what, line) => {
  const [leak, ...more] = findLeaks(['{"msg":"fine"}', line], secrets)
  expect([leak?.what, leak?.lines, more]).toEqual([what, 1, []])
  expect(leak?.example).toContain('•••')
  for (const text of [...secrets.keys(), token, 'hunter2', 'TUVN', 'member01@', '609']) {
    expect(leak?.example).not.toContain(text)
  }
})

test('SI-14 text that only looks like a secret is ignored', () => {
  const lines = [
    '{"level":30,"time":1795236695000,"reqId":"0197f7a0-0000-7000-8000-00000000000b","method":"GET","route":"/mbr","status":200}',
    '{"level":30,"time":1795236695000,"reqId":"19650912-0000-7000-8000-00000000000b","method":"GET","route":"/mbr","status":200}',
    '{"err":{"stack":"Error: Escobarium\\n at file:///a/node_modules/@fastify/static/index.js:12:34"}}',
    '{"anchor":"12:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}',
    '{"password":"[redacted]","msg":"Nguyen"}',
  ]
  expect(findLeaks(lines, secrets)).toEqual([])
})
