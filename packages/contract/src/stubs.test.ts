import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type CallName, calls } from './calls.ts'
import { stubPath, stubRefusals } from './stub-path.ts'
import { stubFiles, stubs } from './stubs.ts'

describe('stub mode', () => {
  test.each(Object.keys(calls) as CallName[])('EN-4 the canned answer of %s is what the call may answer', (name) => {
    const parsed = v.safeParse(calls[name].payload as v.GenericSchema, stubs[name])
    expect(parsed.issues).toBeUndefined()
    expect(parsed.output).toEqual(stubs[name])
  })

  test('EN-4 every call has a file of its own, whatever its method', () => {
    expect(stubFiles().size).toBe(Object.keys(calls).length + Object.keys(stubRefusals).length)
    for (const path of stubFiles().keys()) expect(path).toMatch(/^\/stubs\/(get|post|put|delete)\/[\w./-]+\.json$/)
  })

  test('EN-4 parameters in a path do not count', () => {
    expect(stubPath(calls.getRatingInfo)).toBe('/stubs/get/wcs/x-services/resources/store/storeID/ratingInfo.json')
  })
})
