import fc from 'fast-check'
import { expect, it } from 'vitest'
import { portalParameters } from './portal-parameters.ts'
import { readQueryParameters } from './query-parameters.ts'

const pack = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value), 'utf8').toString('base64'))
const read = (search: string) => {
  const { parameters, problem } = readQueryParameters(search)
  return { parameters: { ...parameters }, problem }
}

it('EN-5 q is merged under the explicit parameters', () => {
  const q = pack({ loginId: 'FROMQ1', defBrand: 'ms', zipCode: '25301' })
  expect(read(`?loginId=MEMBER01&q=${q}`)).toEqual({
    parameters: { loginId: 'MEMBER01', defBrand: 'ms', zipCode: '25301' },
    problem: null,
  })
})

it('EN-5 an explicit parameter wins over q for any names and values', () => {
  const dictionary = fc.dictionary(fc.string({ minLength: 1 }), fc.string()).map((given) => {
    delete given.q
    return given
  })
  fc.assert(
    fc.property(dictionary, dictionary, (explicit, packed) => {
      const search = `${new URLSearchParams(explicit)}&q=${pack(packed)}`
      const { parameters, problem } = readQueryParameters(search)
      expect(problem).toBeNull()
      expect(new Map(Object.entries(parameters))).toEqual(
        new Map([...Object.entries(packed), ...Object.entries(explicit)]),
      )
    }),
  )
})

it('EN-5 q contains texts, numbers and booleans; nested values and another q are ignored', () => {
  const q = pack({ stubs: true, zipCode: 25301, loginId: ['a'], defBrand: { a: 1 }, profiling: null, q: 'x' })
  expect(read(`q=${q}`).parameters).toEqual({ stubs: 'true', zipCode: '25301' })
})

it('EN-5 q may contain any script, and may lose its escapes and padding on the way', () => {
  const raw = Buffer.from('{"loginId":"é>>>???"}').toString('base64')
  expect(raw).toContain('+')
  for (const q of [raw, raw.replaceAll('+', '-').replaceAll('/', '_'), raw.replace(/=+$/, '')]) {
    expect(read(`?q=${q}`)).toEqual({ parameters: { loginId: 'é>>>???' }, problem: null })
  }
})

it.each([
  ['***', 'not-base64'],
  ['A', 'not-base64'],
  ['%2Fw%3D%3D', 'not-base64'],
  [encodeURIComponent(btoa('{"loginId":')), 'not-json'],
  [encodeURIComponent(btoa('undefined')), 'not-json'],
  [pack(['a']), 'not-an-object'],
  [pack('a'), 'not-an-object'],
  [pack(null), 'not-an-object'],
  [pack({ loginId: 'x'.repeat(10_000) }), 'too-long'],
])('EN-5 a malformed q is ignored with a reason: %#', (q, problem) => {
  expect(read(`?defBrand=ms&q=${q}`)).toEqual({ parameters: { defBrand: 'ms' }, problem })
})

it.each(['', '?', '?q=', 'q'])('EN-5 a query string without parameters is no problem: %j', (search) => {
  expect(read(search)).toEqual({ parameters: {}, problem: null })
})

it('EN-5 names of built-in object properties do no harm', () => {
  const q = encodeURIComponent(btoa('{"__proto__":"x","constructor":"y","toString":"z"}'))
  const { parameters } = readQueryParameters(`q=${q}&hasOwnProperty=1`)
  expect(Object.getPrototypeOf(parameters)).toBeNull()
  expect(Object.keys(parameters).sort()).toEqual(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

it('EN-5 no query string makes parsing throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const value of Object.values(readQueryParameters(`${text}&q=${text}`).parameters)) {
        expect(typeof value).toBe('string')
      }
    }),
  )
})

const all =
  'loginId=MEMBER01&defBrand=ms&zipCode=25301&language=es&profiling=true&showConsole=true&consoleToView=log&stubs=true&producer=true'

it('EN-4 EN-5 all parameters count on development and test hosts', () => {
  expect(portalParameters(readQueryParameters(all).parameters, { debugging: true })).toEqual({
    loginId: 'MEMBER01',
    defBrand: 'ms',
    zipCode: '25301',
    language: 'es',
    profiling: true,
    showConsole: true,
    consoleToView: 'log',
    stubs: true,
    producer: true,
  })
})

it('EN-4 EN-5 console, timings and stubs are refused in production', () => {
  expect(portalParameters(readQueryParameters(all).parameters, { debugging: false })).toEqual({
    loginId: 'MEMBER01',
    defBrand: 'ms',
    zipCode: '25301',
    language: 'es',
    profiling: false,
    showConsole: false,
    consoleToView: null,
    stubs: false,
    producer: false,
  })
})

it('EN-4 EN-5 flags require the value true, and the stub agent requires stubs', () => {
  const { parameters } = readQueryParameters('profiling=1&showConsole&stubs=TRUE&producer=true&loginId=')
  expect(portalParameters(parameters, { debugging: true })).toMatchObject({
    loginId: null,
    profiling: false,
    showConsole: false,
    stubs: false,
    producer: false,
  })
})
