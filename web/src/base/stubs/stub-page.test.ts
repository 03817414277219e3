import { expect, test } from 'vitest'
import { stubParameters } from './stub-page.ts'

const pack = (value: object) => `?q=${encodeURIComponent(btoa(JSON.stringify(value)))}`

test.each([
  ['?producer=true&loginId=AGENT001', { producer: true, loginId: 'AGENT001' }],
  [pack({ producer: true, loginId: 'AGENT001' }), { producer: true, loginId: 'AGENT001' }],
  [
    `${pack({ producer: true, loginId: 'AGENT001' })}&producer=false&loginId=MEMBER01`,
    { producer: false, loginId: 'MEMBER01' },
  ],
  ['?q=nonsense', { producer: false, loginId: null }],
  ['', { producer: false, loginId: null }],
])('EN-4 EN-5 stub mode reads %s', (search, expected) => {
  expect(stubParameters(search)).toMatchObject(expected)
})
