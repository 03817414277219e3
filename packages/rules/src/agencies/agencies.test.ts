import { describe, expect, test } from 'vitest'
import { chooseAgency } from './choice.ts'
import { effectiveEntitlements, sameEntitlements } from './entitlements.ts'
import { checkNpn } from './npn.ts'
import { proposalState, toSellingLine } from './proposal.ts'
import { checkProposal } from './proposal-fields.ts'
import { brokerView, listEndingSoon, listMissingToSell, sellingLines } from './selling.ts'

const [west, east, other] = [
  { agencyId: '2001', region: 'WPA' },
  { agencyId: '2001', region: 'EPA' },
  { agencyId: '2002', region: 'CPA' },
] as const
const buildPreference = (of: { agencyId: string; region: string }, rememberAgencyRegion = true) => ({
  rememberAgencyRegion,
  agencyIdPref: of.agencyId,
  regionPref: of.region,
})

describe('AG-1 the agency and region that someone works for', () => {
  test('AG-1 the stored choice comes before the saved preference', () => {
    const found = chooseAgency([west, east, other], { stored: other, preference: buildPreference(east) })
    expect(found).toEqual({ choice: other, by: 'stored' })
  })

  test('AG-1 the preference counts only if it is to be remembered', () => {
    const choices = [west, east, other]
    expect(chooseAgency(choices, { stored: null, preference: buildPreference(east) })).toEqual({
      choice: east,
      by: 'preference',
    })
    expect(chooseAgency(choices, { stored: null, preference: buildPreference(east, false) })).toBeNull()
    expect(chooseAgency(choices, { stored: null, preference: null })).toBeNull()
  })

  test('AG-1 an agency that is no longer theirs is not chosen, whether stored or preferred', () => {
    const gone = { agencyId: '2001', region: 'CPA' }
    expect(chooseAgency([west, other], { stored: gone, preference: buildPreference(gone) })).toBeNull()
    expect(chooseAgency([west, other], { stored: gone, preference: buildPreference(other) })?.choice).toBe(other)
  })

  test('AG-1 a person with a single agency and region works for it, and a person without one works for none', () => {
    expect(chooseAgency([west], { stored: null, preference: null })).toEqual({ choice: west, by: 'only' })
    expect(chooseAgency([], { stored: west, preference: buildPreference(west) })).toBeNull()
  })
})

test('AG-7 an agent may do what both they and their agency may do, from the closed list only', () => {
  expect(effectiveEntitlements(['leads', 'quote', 'manage'], ['quote', 'manage', 'clients', 'other'])).toEqual([
    'quote',
    'manage',
  ])
  expect(effectiveEntitlements([], ['quote'])).toEqual([])
})

test('AG-3 an NPN is up to ten digits', () => {
  for (const right of ['1', '8812345', ' 8812345 ', '9999999999']) expect(checkNpn(right)).toBeNull()
  for (const wrong of ['', '0', '0123', '12345678901', '88-12345', 'abc', '１２３'])
    expect(checkNpn(wrong)).toEqual({ code: 'npn.invalid' })
})

describe('AG-4 what is missing to sell, and what ends', () => {
  const today = '2026-11-22'
  const appointment = { state: 'PA', line: 'ma', begins: '2026-01-01', ends: '2026-12-31' } as const
  const buildTraining = (kind: 'course' | 'certification', completedOn: string | null = '2026-09-01') =>
    ({ kind, line: 'ma', completedOn, ends: '2026-12-31' }) as const
  const whole = {
    npn: '8812345',
    ffmId: null,
    appointments: [appointment],
    trainings: [buildTraining('course'), buildTraining('certification')],
  }
  const ofMa = (credentials: Parameters<typeof listMissingToSell>[1], day = today, state = 'PA') =>
    listMissingToSell(state, credentials, day).find(({ line }) => line === 'ma')?.missing

  test('AG-4 nothing is missing while everything is valid, through its last day', () => {
    expect(ofMa(whole)).toEqual([])
    expect(ofMa(whole, '2026-12-31')).toEqual([])
  })

  test('AG-4 a credential counts as missing if it does not exist, has not begun, has ended, or is for another state', () => {
    expect(ofMa(whole, '2027-01-01')).toEqual(['appointment', 'certification', 'course'])
    expect(ofMa(whole, today, 'WV')).toEqual(['appointment'])
    expect(ofMa({ ...whole, npn: null })).toEqual(['npn'])
    expect(ofMa({ ...whole, trainings: [buildTraining('course', null), buildTraining('certification')] })).toEqual([
      'course',
    ])
    expect(ofMa({ ...whole, appointments: [{ ...appointment, begins: '2026-11-23' }] })).toEqual(['appointment'])
  })

  test('AG-4 each line has its own needs: ACA a marketplace ID, dental only an appointment', () => {
    const found = Object.fromEntries(listMissingToSell('PA', whole, today).map(({ line, missing }) => [line, missing]))
    expect(found).toMatchObject({
      aca: ['appointment', 'certification', 'course', 'ffm-id'],
      dental: ['appointment'],
      medigap: ['appointment', 'course'],
    })
  })

  test('AG-4 lists what ends within 60 days, soonest first', () => {
    const items = ['2027-01-21', '2027-01-22', '2026-11-22', '2026-11-21', null].map((ends) => ({ ends }))
    expect(listEndingSoon(items, today)).toEqual([{ ends: '2026-11-22' }, { ends: '2027-01-21' }])
  })
})

describe('AG-6 how far a proposal has come', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const [earlier, later] = [new Date('2026-11-20T12:00:00Z'), new Date('2027-01-20T12:00:00Z')]
  const made = { sentAt: null, openedAt: null, expiresAt: later, applied: false }

  test('AG-6 it goes from draft to sent, opened and applied; its link ends on time to the moment', () => {
    expect(proposalState(made, now)).toBe('draft')
    expect(proposalState({ ...made, sentAt: earlier }, now)).toBe('sent')
    expect(proposalState({ ...made, sentAt: earlier, openedAt: now }, now)).toBe('opened')
    expect(proposalState({ ...made, sentAt: earlier, openedAt: now, applied: true }, now)).toBe('applied')
    expect(proposalState({ ...made, openedAt: earlier, expiresAt: now }, now)).toBe('over')
    expect(proposalState({ ...made, expiresAt: earlier, applied: true }, now)).toBe('applied')
  })

  test('AG-6 a client must have a name and an address, and have agreed', () => {
    expect(checkProposal('firstName', ' ')).toEqual({ code: 'field.required' })
    expect(checkProposal('email', 'wanda')).not.toBeNull()
    expect(checkProposal('email', 'wanda@mail.example')).toBeNull()
    expect(checkProposal('agreed', 'false')).toEqual({ code: 'terms.required' })
    expect(checkProposal('agreed', 'true')).toBeNull()
  })

  test('AG-6 each plan is sold under the line that its agent is appointed for', () => {
    expect((['medical', 'dental', 'medicare-advantage', 'part-d'] as const).map(toSellingLine)).toEqual([
      ...['aca', 'dental', 'ma', 'part-d'],
    ])
  })
})

describe('AG-7 entitlements', () => {
  test('AG-7 equal entitlements are equal in any order', () => {
    expect(sameEntitlements(['quote', 'leads'], ['leads', 'quote'])).toBe(true)
    expect(sameEntitlements(['quote'], ['leads', 'quote'])).toBe(false)
    expect(sameEntitlements([], [])).toBe(true)
  })
})

test.each([
  [true, 'MA', ['ma', 'part-d', 'medigap'], ['medicare']],
  [true, 'ACA', ['aca', 'dental', 'vision'], ['under65']],
  [true, null, sellingLines, ['under65', 'medicare']],
  [false, 'MA', sellingLines, ['under65', 'medicare']],
] as const)(
  'AG-2 a broker of record (%s) of %s sees %j and %j',
  (isBrokerAgencyPref, brokerAgencyPrefLob, lines, shops) => {
    const seen = brokerView({ isBrokerAgencyPref, brokerAgencyPrefLob })
    expect([seen.lines, seen.markets]).toEqual([lines, shops])
  },
)
