import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { matches, matchOf } from '@portico/rules/search/match'
import { wordsOf } from '@portico/rules/search/words'
import { expect, test } from 'vitest'
import { hcpcsList } from './hcpcs.ts'
import { indexServices } from './service-search.ts'

const services = hcpcsList(resolve(import.meta.dirname, '../../../content'))
  .all()
  .map((one) => ({ ...one, priced: false, inSpanish: null }))
const index = await indexServices(services)

/** The shortest times over several rounds of all tries, which other work on the machine hardly affects. */
function minTimes<Name extends string>(tries: Readonly<Record<Name, () => unknown>>): Record<Name, number> {
  const names = Object.keys(tries) as Name[]
  const least = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<Name, number>
  for (let round = 0; round < 7; round++)
    for (const name of names) {
      const from = performance.now()
      tries[name]()
      least[name] = Math.min(least[name], performance.now() - from)
    }
  return least
}

test('MP-26 the longest search of common words takes little more than comparing them once with every word of the list', () => {
  const search = 'each per with for not any type unit day month size s t each of'
  const typed = new Set(wordsOf(search))
  const vocabulary = [...new Set(services.flatMap(({ name, code }) => wordsOf(`${name} ${code}`)))]
  const compare = () =>
    vocabulary.map((known) => [...typed].map((word) => matchOf(known, word, { language: 'en', least: matches.near })))
  const { find, bare } = minTimes({ find: () => index.find(search), bare: compare })
  expect(find / bare).toBeLessThan(3)
  expect(index.find('zzzzzz qqqqq')).toEqual([])
})

test('MP-26 HT-2 others go on while thousands of services are made searchable', async () => {
  let [turns, isMade] = [0, false]
  const making = indexServices(services).then(() => {
    isMade = true
  })
  for (; !isMade; turns += 1) await setImmediate()
  await making
  expect(turns).toBeGreaterThan(10)
})
