import { expect, test } from 'vitest'
import { renderPage } from '../base/test-render.tsx'
import { FieldGroup } from './field-group.tsx'
import { TextField } from './text-field.tsx'

test('VA-1 the error of a field describes its control, and is not announced in addition', () => {
  const field = renderPage(<TextField id="phone" label="Phone" error="Too short" hint="Ten digits" />)
  expect(field).toMatch(/<input[^>]* aria-describedby="phone-error phone-hint"/)
  expect(field).toMatch(/<div id="phone-error"[^>]*>.*Too short/)
  const group = renderPage(
    <FieldGroup label="Brands" error="Choose one">
      {null}
    </FieldGroup>,
  )
  const [, id = ''] = /<fieldset[^>]* aria-describedby="([^"]*)"/.exec(group) ?? []
  expect(group).toContain(`<div id="${id}"`)
  for (const html of [field, group]) expect(html).not.toMatch(/aria-live|role="(alert|status)"/)
})
