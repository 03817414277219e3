import { parseMarkedBlocks } from '@portico/contract/marked'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkedText } from './marked-text.tsx'

const render = (text: string) => renderToStaticMarkup(<MarkedText blocks={parseMarkedBlocks(text)} />)

test('CT-4 a marked text shows as headings, paragraphs, lists, strong words and links', () => {
  expect(render('## Hello\n\nRead **this** [here](/msg/).\n\n- one\n  - deep\n\n1. first')).toBe(
    '<h2>Hello</h2><p>Read <strong>this</strong> <a href="/msg/">here</a>.</p><ul><li>one<ul><li>deep</li></ul></li></ul><ol><li>first</li></ol>',
  )
})

test('CT-4 harmful markup shows as text, and a link to nowhere as its words', () => {
  const hostile = '<script>alert(1)</script> <img src=x onerror=alert(1)> {braces} \u202eevil'
  const page = render(hostile)
  expect(page).not.toMatch(/<(?!\/?p>)/)
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(render('[it](javascript:alert(1)) [that](//evil.test)')).toBe('<p>it that</p>')
})
