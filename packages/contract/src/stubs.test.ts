import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type CallName, calls } from './calls.ts'
import { stubPath, stubRefusals } from './stub-path.ts'
import { stubFiles, stubs, told, toldBy } from './stubs.ts'

describe('stub mode', () => {
  test.each(Object.keys(calls) as CallName[])('EN-4 the canned answer to %s is one that the call may give', (name) => {
    const parsed = v.safeParse(calls[name].payload as v.GenericSchema, stubs[name])
    expect(parsed.issues).toBeUndefined()
    expect(parsed.output).toEqual(stubs[name])
  })

  test('EN-4 every hand-written value appears in an answer', () => {
    const said: (readonly [field: string, value: unknown])[] = []
    const listen = (value: unknown, field: string): void => {
      said.push([field, value])
      if (Array.isArray(value)) for (const item of value) listen(item, field)
      else if (value !== null && typeof value === 'object')
        for (const [name, part] of Object.entries(value)) listen(part, name)
    }
    for (const [name, answer] of Object.entries(stubs)) listen(answer, name)
    const values = [told, ...Object.values(toldBy)].flatMap((known) => Object.entries(known))
    expect(values.filter((one) => !said.some((other) => isDeepStrictEqual(one, other)))).toEqual([])
  })

  test('EN-4 every call has its own file, whatever its method', () => {
    expect(stubFiles().size).toBe(Object.keys(calls).length + Object.keys(stubRefusals).length)
    for (const path of stubFiles().keys()) expect(path).toMatch(/^\/stubs\/(get|post|put|delete)\/[\w./-]+\.json$/)
  })

  test('EN-4 parameters in a path do not count', () => {
    expect(stubPath(calls.getRatingInfo)).toBe('/stubs/get/wcs/x-services/resources/store/storeID/ratingInfo.json')
  })
})
