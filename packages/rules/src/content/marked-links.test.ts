import { describe, expect, test } from 'vitest'
import { isSafeLink } from './marked-links.ts'

describe('CT-6 links of authored texts', () => {
  test.each([
    ...['/', '/msg/', '/msg/?a=1&b=2', '/msg/?a=1&amp;b=2', '/a&#47;b', '/a#b', '/mbr/#!/claims?copy=1'],
    ...['https://example.com', 'https://example.com:8443/a?b=1&copy=2', 'https://example.com/&#x2f;a'],
  ])('CT-6 %s leads within the portal, or to a site over https', (link) => expect(isSafeLink(link)).toBe(true))

  test.each([
    ...['//evil.example/', '/\\evil.example/', 'http://example.com', 'javascript:alert(1)', 'msg/', ''],
    ...[
      '/&#x2f;evil.example/',
      '/&#X2F;evil.example/',
      '/&#47;evil.example/',
      '/&#47evil.example/',
      '/&sol;evil.example/',
    ],
    ...['/&bsol;evil.example/', '/&#92;evil.example/', '/&amp;#x2f;evil.example/', '/&amp;amp;sol;evil.example/'],
    ...[
      '/&Tab;/evil.example/',
      '/&NewLine;/evil.example/',
      '/&#9;/evil.example/',
      '/&#0;/evil',
      '/&#99999999999;/evil',
    ],
    ...['https&colon;//example.com', '&#47;&#47;evil.example', 'https://example&period;com'],
    '/&amp;amp;amp;amp;amp;#x2f;evil.example/',
  ])('CT-6 %s does not', (link) => expect(isSafeLink(link)).toBe(false))
})
