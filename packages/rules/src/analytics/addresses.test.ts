import { expect, test } from 'vitest'
import { isAllowedScript, isTagAddress, originOfAddress } from './addresses.ts'

test('AN-1 a tag or script address is https and has no query', () => {
  for (const address of ['https://tags.example/tag.gif', 'https://tags.example:8443/a/b', 'https://tags.example/'])
    expect(isTagAddress(address), address).toBe(true)
  for (const address of [
    'http://tags.example/tag.gif',
    'https://tags.example',
    'https://tags.example/tag?to=',
    'https://tags.example/tag;script-src *',
    "https://tags.example/' 'unsafe-inline'",
    'https://user@tags.example/',
    '//tags.example/',
    '/tag',
    'javascript:alert(1)',
    '',
  ])
    expect(isTagAddress(address), address).toBe(false)
})

test('AN-1 scripts load only from the listed origins', () => {
  const origins = ['https://survey.example', 'https://other.example:8443']
  expect(isAllowedScript('https://survey.example/a.js', origins)).toBe(true)
  expect(isAllowedScript('https://other.example:8443/a.js', origins)).toBe(true)
  for (const address of [
    'https://other.example/a.js',
    'https://evil.survey.example/a.js',
    'https://survey.example.evil.example/a.js',
    'http://survey.example/a.js',
    '',
  ])
    expect(isAllowedScript(address, origins), address).toBe(false)
  expect(isAllowedScript('https://survey.example/a.js', [])).toBe(false)
})

test('AN-1 the origin that a page must be allowed to load from', () => {
  expect(originOfAddress('https://tags.example:8443/tag.gif')).toBe('https://tags.example:8443')
  expect(originOfAddress('/tag')).toBeNull()
})
