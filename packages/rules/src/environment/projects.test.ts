import { expect, it } from 'vitest'
import { parseHost } from './host.ts'
import { isProjectCode, MEMBER_APPLICATION, PROJECTS, projectAt, projectUrl } from './projects.ts'

const brand = {
  domain: 'highmark.example',
  shopDomain: 'shop.highmark.example',
  medicareDomain: 'benefits-home.example',
  medicarePath: '/plans/',
}
const production = parseHost('secure.highmark.example')

const roots = [
  ['chmptl', 'secure.highmark.example', '/'],
  ['chmhcr', 'shop.highmark.example', '/'],
  ['chmmcr', 'shop.highmark.example', '/medicare/'],
  ['chmmed', 'medicare.benefits-home.example', '/plans/'],
  ['chmprd', 'producer.highmark.example', '/'],
  ['chmstf', 'staff.highmark.example', '/'],
  ['chmcom', 'www.highmark.example', '/'],
  ['chmcce', 'www.highmark.example', '/cce/'],
  ['chmwts', 'www.highmark.example', '/wts/'],
] as const

it('EN-1 one table holds the projects', () => {
  expect(Object.keys(PROJECTS).sort()).toEqual(roots.map(([code]) => code as string).sort())
  expect(MEMBER_APPLICATION).toBe('chmmbr')
  expect(isProjectCode(MEMBER_APPLICATION)).toBe(false)
})

it.each(roots)('EN-1 %s lives on %s at %s', (project, host, path) => {
  expect(projectUrl({ project, brand, host: production })).toBe(`https://${host}${path}`)
  expect(projectUrl({ project, brand, host: production, page: '/login/#/finder?back=a//b' })).toBe(
    `https://${host}${path}login/#/finder?back=a//b`,
  )
})

it.each(roots)('EN-1 in development %s is a path of the same host', (project) => {
  for (const header of ['localhost:8080', 'secure.highmark.localhost:8080', '127.0.0.1']) {
    const host = parseHost(header)
    expect(projectUrl({ project, brand, host })).toBe(`/highmark.example/${project}/`)
    expect(projectUrl({ project, brand, host, page: 'login/' })).toBe(`/highmark.example/${project}/login/`)
  }
})

it.each(roots)('EN-1 EN-2 on a test host %s keeps the suffix in its first label', (project, name, path) => {
  const suffixed = name.replace('.', '-tenv2.')
  expect(projectUrl({ project, brand, host: parseHost('secure-tenv2.highmark.example') })).toBe(
    `https://${suffixed}${path}`,
  )
  expect(projectUrl({ project, brand, host: parseHost('securetenv2.highmark.localhost:8080') })).toBe(
    `http://${suffixed.replace('.example', '.localhost')}:8080${path}`,
  )
})

it.each(['medicare', '/medicare', 'medicare/', '//medicare//'])(
  'EN-1 a brand’s Medicare path %j gets slashes on both sides',
  (medicarePath) => {
    expect(projectUrl({ project: 'chmmed', brand: { ...brand, medicarePath }, host: production })).toBe(
      'https://medicare.benefits-home.example/medicare/',
    )
  },
)

it.each(['nosuch', '', 'CHMPTL', 'chmmbr', '__proto__', 'constructor'])('EN-3 %j is an invalid project', (project) => {
  expect(() => projectUrl({ project, brand, host: production })).toThrow(new Error('Invalid project.'))
})

it('EN-3 a call with no arguments says so', () => {
  expect(() => projectUrl()).toThrow(new Error('Called with no arguments.'))
})

it.each(roots)('EN-1 RO-2 the address of %s leads back to that project', (project) => {
  for (const header of ['secure.highmark.example', 'secure-tenv2.highmark.example', 'localhost:8080']) {
    const here = parseHost(header)
    const url = new URL(projectUrl({ project, brand, host: here, page: 'login/' }), `https://${header}`)
    const place = projectAt(parseHost(url.host), url.pathname)
    expect(place.project).toBe(project)
    if (here.environment === 'development') expect(place).toMatchObject({ domain: 'highmark.example', path: '/login/' })
  }
})

it.each([
  ['shop.highmark.example', '/medicare', 'chmmcr', '/'],
  ['shop.highmark.example', '/medicare/plans', 'chmmcr', '/plans'],
  ['shop.highmark.example', '/medicareplans', 'chmhcr', '/medicareplans'],
  ['shop.highmark.example', '/cart', 'chmhcr', '/cart'],
  ['producer.bcbsndportals.localhost', '/', 'chmprd', '/'],
  ['www.highmark.example', '/cce/about', 'chmcce', '/about'],
  ['www.highmark.example', '/wts/', 'chmwts', '/'],
  ['www.highmark.example', '/about', 'chmcom', '/about'],
  ['medicare.highmark.example', '/plans/x', 'chmmed', '/plans/x'],
  ['highmark.localhost', '/login/', 'chmptl', '/login/'],
  ['m.highmark.example', '/mhs/', 'chmptl', '/mhs/'],
  ['localhost', '/chmptl/chm/jsp/logout/logout.jsp', 'chmptl', '/chmptl/chm/jsp/logout/logout.jsp'],
  ['localhost', '/highmark.example/chmhcr', 'chmhcr', '/'],
  ['secure.highmark.localhost', '/highmark.example/chmprd/x', 'chmprd', '/x'],
  ['secure-tenv2.highmark.example', '/highmark.example/chmhcr/', 'chmhcr', '/'],
  ['secure.highmark.example', '/highmark.example/chmprd/x', 'chmptl', '/highmark.example/chmprd/x'],
  ['localhost', '/highmark.example/chmnone/x', 'chmptl', '/highmark.example/chmnone/x'],
])('EN-1 RO-2 %s%s is %s', (host, path, project, rest) => {
  expect(projectAt(parseHost(host), path)).toMatchObject({ project, path: rest })
})
