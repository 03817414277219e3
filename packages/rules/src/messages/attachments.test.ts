import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ATTACHMENT_LIMITS, attachmentLimits, checkAttachment, isShown, kindOfName } from './attachments.ts'

const none = { count: 0, bytes: 0 }
const MB = 1024 * 1024
const unset = { count: null, fileMB: null, totalMB: null, dayMB: null, kinds: null }

describe('MC-4 what may go with a message', () => {
  test.each([
    'a.pdf',
    'a.PNG',
    'a.b.jpg',
    'a.jpeg',
    'a.gif',
    'a.tif',
    'a.tiff',
    'a.txt',
    'a.doc',
    'a.docx',
    'a.xls',
    'a.xlsx',
  ])('MC-4 %s is accepted', (name) => expect(checkAttachment({ name, size: 1 }, none)).toBeNull())

  test.each(['a.exe', 'a.html', 'a.svg', 'a.pdf.exe', 'a.docm', 'pdf', 'a.', '', '.pdf '])(
    'MC-4 %j is refused by its type',
    (name) => expect(checkAttachment({ name, size: 1 }, none)).toBe('ATTACHMENT-TYPE'),
  )

  test.each(['a.zip', 'a.ZIP', 'a.docx.7z', 'a.tar.gz'])('MC-4 %s goes to the server, which inspects it', (name) => {
    expect(kindOfName(name)).toBeNull()
    expect(checkAttachment({ name, size: 1 }, none)).toBeNull()
    expect(checkAttachment({ name, size: 10 * MB + 1 }, none)).toBe('ATTACHMENT-TOO-LARGE')
  })

  test('MC-4 the limits are 5 files, 10 MB each, 25 MB in all, to the byte', () => {
    const file = (size: number) => ({ name: 'a.pdf', size })
    expect(checkAttachment(file(0), none)).toBe('ATTACHMENT-EMPTY')
    expect(checkAttachment(file(10 * MB), none)).toBeNull()
    expect(checkAttachment(file(10 * MB + 1), none)).toBe('ATTACHMENT-TOO-LARGE')
    expect(checkAttachment(file(1), { count: 4, bytes: 25 * MB - 1 })).toBeNull()
    expect(checkAttachment(file(2), { count: 4, bytes: 25 * MB - 1 })).toBe('ATTACHMENT-TOO-LARGE')
    expect(checkAttachment(file(1), { count: 5, bytes: 5 })).toBe('ATTACHMENT-COUNT')
  })

  test('MC-4 files accepted one after another never exceed the limits', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 12 * MB }), { maxLength: 12 })
    fc.assert(
      fc.property(sizes, (files) => {
        let attached = none
        for (const size of files) {
          if (checkAttachment({ name: 'a.txt', size }, attached) !== null) continue
          attached = { count: attached.count + 1, bytes: attached.bytes + size }
        }
        expect(attached.count).toBeLessThanOrEqual(ATTACHMENT_LIMITS.count)
        expect(attached.bytes).toBeLessThanOrEqual(ATTACHMENT_LIMITS.totalBytes)
      }),
    )
  })
})

describe('MC-4 a brand can set its own limits', () => {
  test('MC-4 set limits apply, the others keep their default', () => {
    expect(attachmentLimits(unset)).toEqual(ATTACHMENT_LIMITS)
    expect(attachmentLimits({ count: '3', fileMB: '2', totalMB: '4', dayMB: '500', kinds: 'PDF, png' })).toEqual({
      count: 3,
      fileBytes: 2 * MB,
      totalBytes: 4 * MB,
      dayBytes: 500 * MB,
      kinds: ['pdf', 'png'],
    })
    expect(kindOfName('a.gif', ['pdf', 'png'])).toBeNull()
  })

  test.each(['', '0', '-1', '1.5', 'x', '9999', '101'])('MC-4 %j is not a limit and is ignored', (text) => {
    const settings = { count: text, fileMB: text, totalMB: text, dayMB: null, kinds: 'exe,bat' }
    expect(attachmentLimits(settings)).toEqual(ATTACHMENT_LIMITS)
  })
})

test('MC-4 only images that browsers know and PDF are shown; the rest is saved', () => {
  expect(['application/pdf', 'image/png', 'image/jpeg', 'image/gif'].map(isShown)).toEqual([true, true, true, true])
  expect(['image/tiff', 'text/plain', 'text/html', 'image/svg+xml', ''].some(isShown)).toBe(false)
})
