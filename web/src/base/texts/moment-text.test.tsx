import { expect, test } from 'vitest'
import { renderPage } from '../test-render.tsx'
import { MomentText } from './moment-text.tsx'

test.each([
  ['en', 'today, 9:12 AM', 'Nov 22, 2026, 9:12 AM'],
  ['es', 'hoy, 9:12 a.m.', '22 nov 2026, 9:12 a.m.'],
] as const)('MC-2 LG-4 what paper says of a moment is true on every day (%s)', (language, screen, paper) => {
  const html = renderPage(<MomentText at="2026-11-22T14:12:00.000Z" />, { language })
  expect(html.replaceAll('\u00a0', ' ')).toMatch(new RegExp(`_screen_\\w+">${screen}<.*_paper_\\w+">${paper}<`))
})
