import { expect, test } from 'vitest'
import { refuseNotUnderstood } from './must-understand.ts'

const unknown = { url: 'https://payer.example/not-done', valueBoolean: true }

test.each<[object, string | null]>([
  [{ modifierExtension: [unknown] }, 'modifierExtension'],
  // Some files write the only item of a list without the list.
  [{ modifierExtension: unknown }, 'modifierExtension'],
  [{ item: [{ modifierExtension: unknown }] }, 'item.0.modifierExtension'],
  [{ implicitRules: 'https://payer.example/rules' }, 'implicitRules'],
  [{ modifierExtension: [] }, null],
  [{ modifierExtension: null, implicitRules: '' }, null],
  [{ text: { div: 'modifierExtension' }, _implicitRules: { id: 'a' } }, null],
])('IM-3 IM-7 an extension that must be understood and is unknown refuses a resource: %j at %s', (more, path) => {
  const text = JSON.stringify({ resourceType: 'Observation', ...more })
  const refuse = () => refuseNotUnderstood(JSON.parse(text), text)
  if (path === null) expect(refuse).not.toThrow()
  else expect(refuse).toThrow(expect.objectContaining({ path }))
})
