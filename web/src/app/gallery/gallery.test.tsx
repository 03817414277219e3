import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { match } from '../../base/router/match.ts'
import { type Navigation, NavigationContext } from '../../base/router/navigation.ts'
import { readPlace } from '../../base/router/place.ts'
import { allTexts } from '../../base/texts/test-texts.ts'
import { TextProvider } from '../../base/texts/text.tsx'
import { specimens } from './specimens.ts'

const sources = import.meta.glob<string>('../../ui/*.tsx', { eager: true, query: '?raw', import: 'default' })
const components = Object.entries(sources)
  .filter(([path]) => !path.endsWith('.test.tsx'))
  .flatMap(([, source]) => [...source.matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name]) => name))

test('MN-1 MN-7 the gallery shows every component, and none that does not exist', () => {
  expect(components.length).toBeGreaterThan(25)
  expect(Object.keys(specimens).sort()).toEqual(components.sort())
})

const address = '/login/#/gallery'
const navigation: Navigation = {
  match: match(readPlace(address), null, true),
  title: '',
  href: (to) => to,
  navigate: () => {},
}

test.each(Object.entries(specimens))(
  'MN-1 MN-7 SI-1 %s has something to show in each of its states, a password in a form with its user',
  (_name, states) => {
    expect(new Set(states.map(({ state }) => state)).size).toBe(states.length)
    for (const { state, show } of states) {
      const html = renderToStaticMarkup(
        <TextProvider texts={allTexts('en')}>
          <NavigationContext value={navigation}>{show}</NavigationContext>
        </TextProvider>,
      )
      expect(html.length, state).toBeGreaterThan(10)
      if (html.includes('type="password"')) expect(html, state).toMatch(/^<form>.*autoComplete="username".*<\/form>$/)
    }
  },
)

test('EN-5 the gallery is known on development and test hosts only', () => {
  expect(match(readPlace(address), null, true).views[0]?.view).toBe('gallery/gallery-view')
  expect(match(readPlace(address), { role: 'MEMBER' }, true).views[0]?.view).toBe('gallery/gallery-view')
  expect(match(readPlace(address), null, false).kind).toBe('not-found')
  expect(match(readPlace(address), null).kind).toBe('not-found')
})
