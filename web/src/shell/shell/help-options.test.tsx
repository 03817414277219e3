import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { renderPage, testPage } from '../../base/test-render.tsx'
import { HelpOptions } from './help-options.tsx'

const help = { ...stubs.needHelp, contactUsBTS: 'Ways to reach us', liveChatSection: 'Chat with a person' }
const chat = {
  address: '/chat',
  hours: { firstDay: '20200101', lastDay: '20991231', opens: 480, closes: 1080 },
  linkText: 'Click to chat with an Agent',
  hoursText: 'Mon - Fri',
  closedDays: [],
}
const menu = (now: string | null) =>
  renderPage(<HelpOptions help={help} />, {
    page: now === null ? {} : { now, shell: { ...testPage.shell, chat } },
  })

test('NH-1 CH-1 the help menu has the ways to reach us in the words of the operators: chat for those who have it', () => {
  const open = menu('2026-11-18T15:00:00Z')
  expect(open).toContain('Ways to reach us')
  expect(open).toMatch(/<button (?![^>]*disabled)[^>]*>.*Chat with a person/)
  expect(menu('2026-11-21T15:00:00Z')).toMatch(/<button [^>]*disabled[^>]*>.*Chat with a person/)
  const visitor = menu(null)
  expect(visitor).toContain('Ways to reach us')
  expect(visitor).not.toContain('Chat with a person')
})
