import { expect, test } from 'vitest'
import { duringSession, readOn, stopSession, untilSessionIsLeft } from './running.ts'

test('SE-1 SO-1 SO-4 what ends with the session starts again if the session could not be left', () => {
  const log: string[] = []
  const start = (name: string) => () => {
    log.push(`${name} starts`)
    return () => log.push(`${name} stops`)
  }
  const taken = () => log.splice(0)

  const endClock = duringSession(start('clock'))
  const endMail = duringSession(start('mail'))
  endMail()
  expect(taken()).toEqual(['clock starts', 'mail starts', 'mail stops'])

  stopSession()
  expect(taken()).toEqual(['clock stops'])
  expect(untilSessionIsLeft().aborted).toBe(true)
  const endKeepAlive = duringSession(start('keep-alive'))
  expect(taken()).toEqual([])

  readOn()
  expect(taken()).toEqual(['clock starts', 'keep-alive starts'])
  expect(untilSessionIsLeft().aborted).toBe(false)
  stopSession()
  expect(taken()).toEqual(['clock stops', 'keep-alive stops'])
  endClock()
  readOn()
  expect(taken()).toEqual(['keep-alive starts'])
  endKeepAlive()
  expect(taken()).toEqual(['keep-alive stops'])
})
