import { expect, test } from 'vitest'
import { summarize } from './summary.ts'

test('OS-55 a record from an earlier plan is listed in its own words and with its day', () => {
  const claim = {
    resourceType: 'ExplanationOfBenefit',
    type: { coding: [{ display: 'Professional' }] },
    billablePeriod: { start: '2024-03-05' },
  }
  expect(summarize(claim)).toEqual({ title: 'Professional', day: '2024-03-05' })
  const item = [{ productOrService: { text: 'Office visit' } }, { productOrService: { text: 'Blood test' } }]
  expect(summarize({ ...claim, item }).title).toBe('Office visit')
  const shot = { vaccineCode: { text: 'Influenza' }, occurrenceDateTime: '2023-10-01T10:00:00Z' }
  expect(summarize(shot)).toEqual({ title: 'Influenza', day: '2023-10-01' })
})

test('OS-55 a coverage is listed by the name of its plan, and a care plan by its title', () => {
  const buildClass = (code: string, name: string) => ({ type: { coding: [{ code }] }, name })
  const coverage = {
    type: { text: 'medical' },
    class: [buildClass('group', 'Everyone'), buildClass('plan', 'PPO 1500')],
  }
  expect(summarize(coverage).title).toBe('PPO 1500')
  expect(summarize({ ...coverage, class: [buildClass('group', 'Everyone')] }).title).toBe('medical')
  expect(summarize({ title: 'Knee care plan', description: 'Exercises every day.' }).title).toBe('Knee care plan')
})

test.each([
  [null],
  ['text'],
  [{ code: 7, date: 'yesterday' }],
  [{ code: { text: [] }, period: [] }],
  [{ date: '2024-99-99' }],
  [{ date: '2024-02-31' }],
])('OS-55 unreadable parts of %j are left out', (resource) => {
  expect(summarize(resource)).toEqual({ title: null, day: null })
})

test('OS-55 a title is cut between characters, so that the database accepts it', () => {
  const { title } = summarize({ code: { text: `${'x'.repeat(199)}😀` } })
  expect(title).toBe('x'.repeat(199))
})
