import { expect, test } from 'vitest'
import { readOn, runDuringSession, stopSession, untilSessionIsLeft } from './running.ts'

test('SE-1 SO-1 SO-4 anything that ends with the session starts again if the session could not be left', () => {
  const log: string[] = []
  const start = (name: string) => () => {
    log.push(`${name} starts`)
    return () => log.push(`${name} stops`)
  }
  const takeLog = () => log.splice(0)

  const endClock = runDuringSession(start('clock'))
  const endMail = runDuringSession(start('mail'))
  endMail()
  expect(takeLog()).toEqual(['clock starts', 'mail starts', 'mail stops'])

  stopSession()
  expect(takeLog()).toEqual(['clock stops'])
  expect(untilSessionIsLeft().aborted).toBe(true)
  const endKeepAlive = runDuringSession(start('keep-alive'))
  expect(takeLog()).toEqual([])

  readOn()
  expect(takeLog()).toEqual(['clock starts', 'keep-alive starts'])
  expect(untilSessionIsLeft().aborted).toBe(false)
  stopSession()
  expect(takeLog()).toEqual(['clock stops', 'keep-alive stops'])
  endClock()
  readOn()
  expect(takeLog()).toEqual(['keep-alive starts'])
  endKeepAlive()
  expect(takeLog()).toEqual(['keep-alive stops'])
})
