import type { Brand } from '@portico/rules/brand/types'
import type { DemoData } from './data.ts'
import { demoPassword } from './load.ts'

/** The message of `npm start` when the portal is up: where to go, and who to sign in as. */
export function welcome(parts: {
  readonly address: string
  readonly brands: readonly Brand[]
  readonly data: DemoData
}): string {
  const { address, brands, data } = parts
  const { port } = new URL(address)
  const relatives = data.members.flatMap(({ brand, family }) =>
    family.flatMap(({ loginId }) => (loginId === undefined ? [] : [{ brand, loginId }])),
  )
  const people = [...data.members, ...relatives, ...data.accounts]
  const codes = [...new Set(people.map(({ brand }) => brand))]
  const places = codes.map((code) => {
    const logins = people.filter(({ brand }) => brand === code).map(({ loginId }) => loginId)
    return `  http://secure.${code}.localhost:${port}/\n${inLines(logins)}`
  })
  return [
    '',
    `Portico is up: ${address}`,
    '',
    `Sign in with any of these login IDs; the password of all is ${demoPassword}`,
    ...places,
    '',
    ...data.accounts.flatMap(({ loginId, demoOfBrand }) =>
      demoOfBrand === undefined ? [] : [`${loginId} is a demo account: every portal but ${demoOfBrand}'s leads there.`],
    ),
    ...data.access.map(({ of, to }) => `${to} may look at what is ${of}'s, under People in the account menu.`),
    '',
    `Each of the ${brands.length} brands has its own address, by its code: ${brands.map(({ code }) => code).join(' ')}`,
    '',
    '',
  ].join('\n')
}

const loginsInLine = 8

function inLines(logins: readonly string[]): string {
  const lines = []
  for (let at = 0; at < logins.length; at += loginsInLine)
    lines.push(`    ${logins.slice(at, at + loginsInLine).join(' ')}`)
  return lines.join('\n')
}
