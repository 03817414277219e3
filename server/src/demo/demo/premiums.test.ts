import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../../demo')
const { accounts } = JSON.parse(readFileSync(join(folder, 'premiums.json'), 'utf8')) as {
  accounts: { brand: string; account: string; member: string; group: string; lines: { person?: string }[] }[]
}

interface Resource {
  readonly resourceType: string
  readonly id: string
  readonly identifier?: { readonly value: string }[]
  readonly beneficiary?: { readonly reference: string }
  readonly class?: { readonly type: { readonly coding: { readonly code: string }[] }; readonly value: string }[]
}

/** The member numbers of the people whom a brand's coverages list, by group. */
function readCoveredNumbers(brand: string): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = gunzipSync(readFileSync(join(folder, `record/${brand}.ndjson.gz`)))
    .toString()
    .trim()
    .split('\n')
  const resources = lines.map((line) => JSON.parse(line) as Resource)
  const numbers = new Map(resources.map(({ id, identifier }) => [id, identifier?.[0]?.value ?? '']))
  const covered = new Map<string, Set<string>>()
  for (const { beneficiary, class: classes = [] } of resources) {
    const group = classes.find(({ type }) => type.coding[0]?.code === 'group')?.value
    const number = numbers.get(beneficiary?.reference.split('/').at(-1) ?? '')
    if (group === undefined || number === undefined) continue
    covered.set(group, (covered.get(group) ?? new Set()).add(number))
  }
  return covered
}

test.each(accounts)(
  'MP-11 MP-12 the bills of the demo’s account $account charge only whom Coverage lists',
  (account) => {
    const covered = readCoveredNumbers(account.brand).get(account.group)
    const charged = [account.member, ...account.lines.flatMap(({ person }) => person ?? [])]
    for (const person of charged) expect(covered?.has(person), person).toBe(true)
  },
)
