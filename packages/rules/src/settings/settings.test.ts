import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timerOptions } from '../session/timer-options.ts'
import { DEFAULT_INACTIVITY, MEMBER_INACTIVITY } from '../session/timing.ts'
import { findDeclared, needsSecondPerson, type SettingKey, type SettingValue, settingKeys } from './declared.ts'
import { jointProblems, valueProblem } from './judge.ts'
import { toSetting, toStoredSetting } from './stored.ts'

const surroundings = { sessionIdleMs: 1_200_000, scriptOrigins: ['https://survey.example'] }
const problem = (key: SettingKey, value: SettingValue) => valueProblem(key, value, surroundings)?.code ?? null
const joint = (values: Partial<Record<SettingKey, SettingValue>>) =>
  Object.fromEntries(jointProblems((key) => values[key] ?? null, surroundings))

describe('CT-9 a value by itself', () => {
  test('CT-9 every default is a value that could be set, and defaults agree with each other', () => {
    for (const key of settingKeys) {
      const { otherwise } = findDeclared(key)
      // Our own collector is not a full address, so it cannot be typed: a brand that wants it leaves the setting empty.
      if (otherwise !== null && otherwise !== '/tag') expect([key, problem(key, otherwise)]).toEqual([key, null])
    }
    expect(joint({})).toEqual({})
  })

  test.each<[SettingKey, SettingValue, string | null]>([
    ['SESSION_EXPIRY_MS', 300_000, null],
    ['SESSION_EXPIRY_MS', 12_000, 'settings.problem.range'],
    ['SESSION_EXPIRY_MS', 299_999, 'settings.problem.range'],
    ['SESSION_EXPIRY_MS', 86_400_000, 'settings.problem.range'],
    ['SESSION_EXPIRY_MS', 900_000.5, 'settings.problem.range'],
    ['CREDENTIAL_EXPIRY_MS', 10_000, 'settings.problem.range'],
    ['KEEP_ALIVE_MS', 10_000, 'settings.problem.range'],
    ['MESSAGES_PER_HOUR', 1, 'settings.problem.range'],
    ['PASSWORD_MIN_LENGTH', 64, 'settings.problem.range'],
    ['SESSION_EXPIRY_MS', Number.NaN, 'settings.problem.range'],
    ['SESSION_EXPIRY_MS', '90000', 'settings.problem.number'],
    ['KEEP_ALIVE', 'true', 'settings.problem.switch'],
    ['PASSWORD_MIN_LENGTH', 7, 'settings.problem.range'],
    ['ATTACHMENT_TYPES', ['pdf', 'png'], null],
    ['ATTACHMENT_TYPES', [], 'settings.problem.list'],
    ['ATTACHMENT_TYPES', ['pdf', 'pdf'], 'settings.problem.list'],
    ['ATTACHMENT_TYPES', ['exe'], 'settings.problem.list'],
    ['SURVEY_SCRIPT', 'https://survey.example/s.js', null],
    ['SURVEY_SCRIPT', 'https://elsewhere.example/s.js', 'settings.problem.address.script'],
    ['TAG_ADDRESS_PROD', 'http://tags.example/t', 'settings.problem.address.tag'],
    ['CHAT_ADDRESS', 'https://chat.example/open?x=1', null],
    ['CHAT_ADDRESS', '/demo/chat', null],
    ['CHAT_ADDRESS', '//chat.example', 'settings.problem.address.page'],
    ['CHAT_ADDRESS', 'https://user@chat.example/', 'settings.problem.address.page'],
    ['SSO_URL', 'javascript:alert(1)', 'settings.problem.address.page'],
    ['MAPS_SCRIPT', 'https://survey.example/maps.js', null],
    ['MAPS_SCRIPT', 'https://elsewhere.example/maps.js', 'settings.problem.address.script'],
    ['MAPS_PATH', '//elsewhere.example/maps', 'settings.problem.address.path'],
    ['KEEP_ALIVE_PATH', 'https://elsewhere.example/', 'settings.problem.address.path'],
    ['VENDOR_KEEP_ALIVE', 'https://vendor.example/alive', 'settings.problem.address.vendor'],
    ['FEED_MISSING', 0, null],
    ['FEED_MISSING', 101, 'settings.problem.range'],
    ['FEED_CLAIMS', 300, null],
    ['FEED_SENDERS', 'PLAINSHEALTH missing=10, old=30; dental co/A claims=300', null],
    ['FEED_SENDERS', 'EXCHANGE number=17, missing=10; CO number=0F+suffix, suffix=INS17/2; X number=nm109', null],
    ['FEED_SENDERS', 'EXCHANGE absent=end, missing=10; * absent=report', null],
    ['FEED_SENDERS', 'EXCHANGE absent=delete', 'settings.problem.names.senders'],
    ['FEED_SENDERS', 'EXCHANGE number=member', 'settings.problem.names.senders'],
    ['FEED_SENDERS', 'EXCHANGE suffix=INS17/9', 'settings.problem.names.senders'],
    ['FEED_SENDERS', ' ; ', 'settings.problem.names'],
    ['FEED_SENDERS', 'PLAINSHEALTH', 'settings.problem.names.senders'],
    ['FEED_SENDERS', 'missing=10', 'settings.problem.names.senders'],
    ['FEED_SENDERS', 'PLAINSHEALTH lost=10', 'settings.problem.names.senders'],
    ['FEED_SENDERS', 'PLAINSHEALTH missing=101', 'settings.problem.names.senders'],
    ['FEED_SENDERS', 'PLAINSHEALTH missing=10; DENTALCO', 'settings.problem.names.senders'],
  ])('CT-9 %s set to %j: %s', (key, value, code) => {
    expect(problem(key, value)).toBe(code)
  })

  test('CT-9 a stored value reads back as typed, and a value of the wrong kind reads as none', () => {
    const key = fc.constantFrom(...settingKeys)
    const value = fc.oneof(
      fc.boolean(),
      fc.nat({ max: 99_999_999 }),
      fc.string(),
      fc.uniqueArray(fc.constantFrom('pdf', 'png', 'txt'), { minLength: 1 }),
    )
    fc.assert(
      fc.property(key, value, (one, typed) => {
        if (problem(one, typed) === null) expect(toSetting(one, toStoredSetting(typed))).toEqual(typed)
        expect(toSetting(one, { boolean_value: null, string_value: null })).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })
})

describe('CT-9 values together', () => {
  test('CT-9 SE-2 people are warned for at least twenty seconds before they are signed out', () => {
    expect(joint({ SESSION_EXPIRY_MS: 600_000, SESSION_WARNING_MS: 580_000 })).toEqual({})
    expect(joint({ SESSION_EXPIRY_MS: 600_000, SESSION_WARNING_MS: 581_000 })).toEqual({
      SESSION_WARNING_MS: { code: 'settings.problem.warning-short', params: { least: 20_000, expiry: 600_000 } },
    })
  })

  test("CT-9 a second person confirms only settings that affect everybody's session or password, or hold files", () => {
    expect(settingKeys.filter(needsSecondPerson)).toEqual(
      settingKeys.filter((key) => ['session', 'security', 'languages', 'feeds'].includes(findDeclared(key).area)),
    )
    expect(needsSecondPerson('SESSION_EXPIRY_MS') && needsSecondPerson('STEP_UP')).toBe(true)
    expect(needsSecondPerson('MESSAGES_PER_HOUR')).toBe(false)
  })

  test('CT-9 a session that would end before its warning is refused, with the idle time', () => {
    expect(joint({ SESSION_EXPIRY_MS: 1_200_000 })).toEqual({})
    expect(joint({ SESSION_EXPIRY_MS: 1_800_000 })).toEqual({})
    expect(joint({ SESSION_EXPIRY_MS: 1_800_000, KEEP_ALIVE: false })).toEqual({
      SESSION_EXPIRY_MS: { code: 'settings.problem.outlives', params: { idle: 1_200_000 } },
    })
    expect(joint({ SESSION_EXPIRY_MS: 1_800_000, KEEP_ALIVE_MS: 1_200_000 })).toEqual({
      KEEP_ALIVE_MS: { code: 'settings.problem.keepAlive', params: { idle: 1_200_000 } },
    })
  })

  test('CT-9 files are no larger than a message, and a message no larger than a day', () => {
    expect(joint({ ATTACHMENT_FILE_MB: 25 })).toEqual({})
    expect(joint({ ATTACHMENT_FILE_MB: 26 })).toEqual({
      ATTACHMENT_FILE_MB: { code: 'settings.problem.file', params: { message: 25 } },
    })
    expect(joint({ ATTACHMENT_DAY_MB: 20 })).toEqual({
      ATTACHMENT_TOTAL_MB: { code: 'settings.problem.message', params: { day: 20 } },
    })
  })

  test('CT-9 SE-2 the timers accept every valid setting: a page ignores none', () => {
    const ms = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: null })
    const timers = fc.record({ expiryMs: ms(1, 2_000_000), warningMs: ms(1, 2_000_000), checkMs: ms(1, 400_000) })
    fc.assert(
      fc.property(fc.constantFrom('SESSION', 'CREDENTIAL'), timers, (prefix, { expiryMs, warningMs, checkMs }) => {
        const values = {
          [`${prefix}_EXPIRY_MS`]: expiryMs,
          [`${prefix}_WARNING_MS`]: warningMs,
          [`${prefix}_CHECK_MS`]: checkMs,
        } as Partial<Record<SettingKey, number | null>>
        const single = Object.entries(values).filter(
          ([key, value]) => value !== null && valueProblem(key as SettingKey, value, surroundings) !== null,
        )
        const together = Object.keys(joint(values as Partial<Record<SettingKey, number>>))
        const text = (value: number | null) => (value === null ? null : String(value))
        const { ignored } = timerOptions(prefix === 'SESSION' ? MEMBER_INACTIVITY : DEFAULT_INACTIVITY, {
          expiryMs: text(expiryMs),
          warningMs: text(warningMs),
          checkMs: text(checkMs),
        })
        if (single.length + together.length === 0) expect(ignored).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})
