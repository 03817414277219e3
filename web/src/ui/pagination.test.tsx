import type { PageSize } from '@portico/rules/widgets/item-list'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { allTexts } from '../base/texts/test-texts.ts'
import { TextProvider } from '../base/texts/text.tsx'
import { Pagination } from './pagination.tsx'

function markup(list: { readonly page: number; readonly pageSize: PageSize; readonly total: number }): string {
  return renderToStaticMarkup(
    <TextProvider texts={allTexts('en')}>
      <Pagination {...list} onPage={() => {}} onPageSize={() => {}} />
    </TextProvider>,
  )
}

test('MN-5 ten or fewer items need no choice of page size and no other page', () => {
  const html = markup({ page: 1, pageSize: 10, total: 10 })
  expect(html).toContain('1–10 of 10')
  expect(html).not.toContain('<select')
  expect(html).not.toContain('<button')
})

test('MN-5 above ten items a page can have 10, 50 or 100', () => {
  const html = markup({ page: 2, pageSize: 10, total: 11 })
  expect([...html.matchAll(/<option[^>]*>([^<]+)</g)].map(([, text]) => text)).toEqual([
    '10 per page',
    '50 per page',
    '100 per page',
  ])
  expect(html).toContain('11–11 of 11')
  expect(html).toContain('Page 2 of 2')
})

test('MN-5 an empty list shows no items', () => {
  expect(markup({ page: 1, pageSize: 10, total: 0 })).toContain('0–0 of 0')
})
