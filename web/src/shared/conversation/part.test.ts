import { expect, it } from 'vitest'
import { type ConversationPart, countApart, withEarlier, withNewer } from './part.ts'

const place = (entry: string) => entry
/** Some entries, as the server returns a part of a conversation. */
const part = (from: string, to: string, count: number, ...more: string[]): ConversationPart<string> => ({
  entries: [...more, ...Array.from('abcdefghij').filter((one) => one >= from && one <= to)],
  earlier: count === 0 ? null : { before: from, count },
})

it('MC-2 the earlier part comes before the shown one, and says what precedes it', () => {
  const shown = withEarlier(part('g', 'j', 6), part('c', 'f', 2), place)
  expect(shown).toEqual(part('c', 'j', 2))
  expect(withEarlier(shown, part('a', 'b', 0), place)).toEqual(part('a', 'j', 0))
})

it('MC-2 an older opened entry stands apart until its part is loaded, and never appears twice', () => {
  const opened = part('h', 'j', 6, 'c')
  expect(countApart(opened, place)).toBe(1)
  const nearer = withEarlier(opened, part('e', 'g', 3), place)
  expect([nearer.entries.join(''), countApart(nearer, place)]).toEqual(['cefghij', 1])
  const reached = withEarlier(nearer, part('b', 'd', 1), place)
  expect([reached.entries.join(''), countApart(reached, place)]).toEqual(['bcdefghij', 0])
})

it('MC-2 new entries come after the loaded earlier part', () => {
  const loaded = part('c', 'i', 2)
  expect(withNewer(loaded, part('h', 'j', 7), place)).toEqual(part('c', 'j', 2))
  expect(withNewer(loaded, part('a', 'j', 0), place)).toEqual(part('a', 'j', 0))
})

it('MC-2 if the two parts do not meet, nothing looks consecutive', () => {
  const fresh = part('h', 'j', 7)
  expect(withNewer(part('a', 'd', 0), fresh, place)).toBe(fresh)
})
