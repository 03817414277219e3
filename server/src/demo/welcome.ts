import type { Brand } from '@portico/rules/brand/types'
import type { DemoData } from './data.ts'
import { demoPassword } from './load.ts'

/** What `npm start` says when the portal is up: where to go, and as whom to sign in. */
export function welcome(parts: {
  readonly address: string
  readonly brands: readonly Brand[]
  readonly data: DemoData | null
}): string {
  const { address, brands, data } = parts
  if (data === null) return `Portico is up: ${address}\n`
  const port = new URL(address).port
  const nameOf = (code: string) => brands.find((brand) => brand.code === code)?.domain.split('.')[0] ?? code
  const url = (code: string) => `http://secure.${nameOf(code)}.localhost:${port}/`
  const logins = [...data.members, ...data.accounts].map(
    ({ loginId, brand }) => `  ${loginId.padEnd(11)} ${url(brand)}`,
  )
  return [
    '',
    `Portico is up: ${address}`,
    '',
    `Sign in with any of these login IDs; the password of all is ${demoPassword}`,
    ...logins,
    '',
    'Every brand has its own address: http://secure.<brand code>.localhost:<port>/, e.g. ' +
      `http://secure.ndbcbs.localhost:${port}/`,
    '',
    '',
  ].join('\n')
}
