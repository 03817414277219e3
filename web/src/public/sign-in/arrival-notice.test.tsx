import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { ArrivalText } from './arrival-notice.tsx'

test.each([
  ['for-members', 'The site that you came from is for agents. This is the site for members: please sign in here.'],
  ['for-producers', 'This is the site for agents: please sign in here.'],
  ['for-staff', 'This is the site for staff: please sign in here.'],
])('BR-13 ER-3 RO-2 who is sent here by “%s” reads why', (notice, words) => {
  expect(renderPage(<ArrivalText notice={notice} />)).toContain(words)
})

test('BR-13 RO-2 the notice shows in Spanish, too', () => {
  const html = renderPage(<ArrivalText notice="for-producers" />, { language: 'es' })
  expect(html).toContain('Este es el sitio para agentes: inicie sesión aquí.')
})

test.each(['', 'for-nobody', 'constructor', '<b>'])('ER-3 RO-2 an unknown notice “%s” says nothing', (notice) => {
  expect(renderPage(<ArrivalText notice={notice} />)).toBe('')
})
