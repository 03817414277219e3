import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatHash, parseHash } from './hash.ts'

const parse = (hash: string) => {
  const { params, ...route } = parseHash(hash)
  return { ...route, params: { ...params } }
}

it.each([
  ['#!/landing', '!/', ['landing']],
  ['#/landing', '/', ['landing']],
  ['!/landing', '!/', ['landing']],
  ['#!/landing/', '!/', ['landing']],
  ['#!/landing//', '!/', ['landing']],
  ['#/claims/activitySummary', '/', ['claims', 'activitySummary']],
  ['#/claims/activitySummary/', '/', ['claims', 'activitySummary']],
  ['#/claims//x', '/', ['claims', '', 'x']],
  ['#!/a%2Fb/%C3%A9', '!/', ['a/b', 'é']],
  ['#!/100%/%zz', '!/', ['100%', '%zz']],
  ['#!/', '!/', []],
  ['#/', '/', []],
])('RT-1 %s', (hash, form, segments) => {
  expect(parse(hash)).toEqual({ form, segments, params: {}, reload: false })
})

it.each(['', '#', '#main', '#!', '#!main', 'https://x.example/#!/landing', '#?a=1'])(
  'RT-1 %j is not a route and shows the default view',
  (hash) => {
    expect(parse(hash)).toEqual({ form: null, segments: [], params: {}, reload: false })
  },
)

it.each([
  ['#!/message-center?page=2&sort=date', ['message-center'], { page: '2', sort: 'date' }],
  ['#!/message-center/page=2&sort=date', ['message-center'], { page: '2', sort: 'date' }],
  ['#/claims/detail/?id=7', ['claims', 'detail'], { id: '7' }],
  ['#/claims/detail/id=7/', ['claims', 'detail'], { id: '7' }],
  ['#/finder?back=/a/b', ['finder'], { back: '/a/b' }],
  ['#/finder/a=1?a=2&b=3', ['finder'], { a: '2', b: '3' }],
  ['#/?a=1', [], { a: '1' }],
  ['#/a=1', [], { a: '1' }],
  ['#/finder?q=a%20b%26c&bad=%', ['finder'], { q: 'a b&c', bad: '%' }],
  ['#/a%3Db', ['a=b'], {}],
  ['#/a=b/c', ['a=b', 'c'], {}],
  ['#/finder?', ['finder'], {}],
])('RT-2 %s', (hash, segments, params) => {
  expect(parse(hash)).toMatchObject({ segments, params, reload: false })
  expect(parse(hash).params).toEqual(params)
})

it.each([
  ['#!/landing?reload', true],
  ['#!/landing?reload=true', true],
  ['#!/landing/reload=1', true],
  ['#!/landing?a=1&reload=', true],
  ['#!/landing?reload=false', false],
  ['#!/landing?noreload=true', false],
  ['#!/reload', false],
])('RT-2 %s forces a reload: %j', (hash, reload) => {
  expect(parseHash(hash).reload).toBe(reload)
})

it('RT-1 RT-2 formatting a route and parsing it gives the same route', () => {
  const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed())
  const name = text.filter((any) => any !== '')
  const routes = fc.record({
    form: fc.constantFrom('!/' as const, '/' as const),
    segments: fc.array(fc.oneof(name, fc.constantFrom('a=b', 'a?b', 'a/b', '%', '#', 'reload', '__proto__'))),
    params: fc.dictionary(fc.oneof(name, fc.constantFrom('reload', '__proto__', 'a=b')), text),
  })
  fc.assert(
    fc.property(routes, ({ form, segments, params }) => {
      const hash = formatHash({ form, segments, params })
      const read = parseHash(hash)
      expect(read).toMatchObject({ form, segments })
      expect(new Map(Object.entries(read.params))).toEqual(new Map(Object.entries(params)))
      expect(hash).toMatch(/^#!?\/[\x21-\x7e]*$/)
    }),
  )
})

it('RT-1 no hash makes parsing or formatting throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', '#/', '#!/'), (text, start) => {
      const { form, segments, params } = parseHash(start + text)
      expect(form).toBe(start === '' ? form : start.slice(1))
      expect(parseHash(formatHash({ form: form ?? '/', segments, params })).segments).toEqual(
        segments.map((segment) => segment.toWellFormed()),
      )
    }),
  )
})

it('RT-1 names of built-in object properties are not parameters of a route', () => {
  expect(parseHash('#!/landing').params.constructor).toBeUndefined()
  expect(parseHash('').params.toString).toBeUndefined()
})
