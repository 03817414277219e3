import { expect, test } from 'vitest'
import { isSamePlace } from './site.ts'

test.each([
  ['db1:5432/portico 7/1', 'db1:5432/portico 7/1', true],
  ['db1:5432/portico 7/1', 'db2:5432,db1:5432/portico 7/1', true],
  ['db1:5432/portico 7/1', 'db2:5432/portico 7/1', false],
  ['db1:5432/portico 7/1', 'db1:5432/portico 8/1', false],
  // The embedded database: its folder counts, too, because every disk has a folder with inode number 2.
  ['one.example /srv/portico 2', 'one.example /srv/portico 2', true],
  ['one.example /srv/portico 2', 'one.example /srv/copy 2', false],
  ['one.example /srv/portico 2', 'two.example /srv/portico 2', false],
])('OP-6 %s and %s are the same site: %s', (one, other, isSame) => {
  expect(isSamePlace(one, other)).toBe(isSame)
})
