import { expect, test } from 'vitest'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { enrollment } from '../../../../test/x12.ts'

const portal = testPortal()
const take = (kind: string, name: string, content: string) =>
  importFiles(portal.database, { [name]: content }, { kind, brand: 'ndbcbs' })

const asking = enrollment([]).replaceAll('834', '270').replace('*BE*', '*HS*')

test('FD-5 transactions for another system are skipped, and the counts say where they belong', async () => {
  const { counts, rejected } = await take('x12', 'asking.x12', asking)
  expect(rejected).toEqual([])
  expect(counts.skips).toEqual([
    {
      type: 'transaction',
      reason: '270 asks for eligibility, which the plan’s own eligibility system answers',
      count: 1,
    },
  ])
})

test('FD-6 a pharmacy’s data comes by CSV; a file in NCPDP’s formats is reported as not X12', async () => {
  const columns = 'type,name,specialty,address,city,state,zip,lat,lon,phone'
  const pharmacy = 'pharmacy,Elm Pharmacy,,2 Elm Ave,Fargo,ND,58102,46.8772,-96.7898,7015550111'
  const { counts } = await take('directory', 'pharmacies.csv', `${columns}\n${pharmacy}\n`)
  expect(counts).toMatchObject({ created: 1, rejected: 0 })
  const { rejected } = await take('x12', 'claims.dat', '610011D0B1ABCDEFGHIJ1011234567893     20261101\x1e\x1cAM01')
  expect(rejected[0]?.reason).toMatch(/no X12/)
})
