import { expect, test } from 'vitest'
import { isDraftKey } from './draft-keys.ts'

test.each([
  ['portico.reply.MEMBER01.t1', true, true],
  ['portico.contact-us.MEMBER01', true, true],
  ['portico.filled-form.MEMBER01.claim', true, true],
  ['portico.filled-form.MEMBER02.claim', true, false],
  // Typed into one of the page's forms (forms/kept-values.ts), signed in and not.
  ['portico.typed.MEMBER01.contact-data', true, true],
  ['portico.typed.MEMBER011.contact-data', true, false],
  ['portico.form.register', false, false],
  ['portico.reply.MEMBER011.t1', true, false],
  ['portico.contact-us.MEMBER011', true, false],
  ['portico.reply.MEMBER02.t1', true, false],
  ['UserData', false, false],
  ['portico.scroll', false, false],
])('MC-3 SO-5 %s: a draft %s, of MEMBER01 %s', (key, isDraft, isTheirs) => {
  expect([isDraftKey(key), isDraftKey(key, 'MEMBER01')]).toEqual([isDraft, isTheirs])
})
