import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseHost } from '../environment/host.ts'
import { ROLES } from '../roles.ts'
import {
  analyticsId,
  findIntercept,
  ID_COOKIE,
  ID_COOKIE_S,
  pageTag,
  SESSION_COOKIE_S,
  TAG_WAIT_MS,
  tagHost,
} from './tags.ts'

test('AN-1 the constants', () => {
  expect([ID_COOKIE, ID_COOKIE_S, SESSION_COOKIE_S, TAG_WAIT_MS]).toEqual(['UnicaID', 15_552_000, 1800, 1000])
})

test.each([
  ['www.highmark.example', 'production'],
  ['m.highmark.example', 'production'],
  ['www.highmark.localhost:8080', 'production'],
  ['secure.highmark.example', 'test'],
  ['shop.highmark.example', 'test'],
  ['mail.highmark.example', 'test'],
  ['www-tenv2.highmark.example', 'test'],
  ['wwwhighmark.example', 'test'],
  ['localhost', 'test'],
  ['', 'test'],
])('AN-1 the tag host of %s is the %s one', (host, expected) => {
  expect(tagHost(parseHost(host))).toBe(expected)
})

test('AN-1 BR-7 a brand has an id for each host', () => {
  const brand = { analytics: { prod: 'P', test: 'T' } }
  expect([analyticsId(brand, 'production'), analyticsId(brand, 'test')]).toEqual(['P', 'T'])
})

test.each([
  ['ms', 'survey'],
  ['ndbcbs', 'feedback'],
  ['wybcbs', 'feedback'],
  ['hmbcbs', null],
  ['de', null],
  ['mincr', null],
])('AN-1 the pages of %s load the script for: %s', (code, expected) => {
  expect(findIntercept({ code, sharedBrandCode: code.toUpperCase() })).toBe(expected)
})

test.each([
  ['message-center/message-center-view', undefined, 'MEMBER', 'MEMBER:MESSAGE CENTER HOME', 'MEMBER:MESSAGE CENTER'],
  ['contact-us/contact-us-view', undefined, null, 'VISITOR:CONTACT US', 'VISITOR:MESSAGE CENTER'],
  ['sign-in/sign-in-view', undefined, null, 'VISITOR:SIGN IN', 'VISITOR:SIGN IN'],
  ['landing/landing-view', undefined, 'MEMBER', 'MEMBER:LANDING', 'MEMBER:LANDING'],
  ['service/service-view', 'find-doctor', 'MEMBER', 'MEMBER:FIND DOCTOR', 'MEMBER:SERVICE'],
  ['service/service-view', 'producer-home', 'AGENCY_ADMIN', 'AGENCY ADMIN:PRODUCER HOME', 'AGENCY ADMIN:SERVICE'],
  ['shell/not-found-view', undefined, 'MEMBER', 'MEMBER:NOT FOUND', 'MEMBER:SHELL'],
] as const)('AN-1 MC-7 the tag of %s %s for %s', (view, variant, role, page, category) => {
  expect(pageTag({ view, variant, role })).toEqual({ page, category })
})

test('AN-1 whatever the name of a view, its tag contains only capitals and blanks', () => {
  const name = fc.stringMatching(/^[a-z]{1,9}(-[a-z0-9]{1,9}){0,2}$/)
  fc.assert(
    fc.property(
      name,
      name,
      fc.option(name, { nil: undefined }),
      fc.constantFrom(null, ...ROLES),
      (a, b, variant, role) => {
        const { page, category } = pageTag({ view: `${a}/${b}-view`, variant, role })
        return [page, category].every((text) => /^[A-Z]+( [A-Z]+)?:[A-Z]+( [A-Z]+)*$/.test(text))
      },
    ),
  )
})
